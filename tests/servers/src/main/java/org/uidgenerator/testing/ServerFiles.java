package org.uidgenerator.testing;

import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The files of the servers: binaries and initialized data folders, made once and kept in a folder that outlives the
 * JVM, {@code target/real-servers} unless the system property {@value #FOLDER_PROPERTY} names another.
 */
final class ServerFiles {
    private static final String FOLDER_PROPERTY = "uidgenerator.testing.servers";
    private static final Path FOLDER =
            Path.of(System.getProperty(FOLDER_PROPERTY, "target/real-servers")).toAbsolutePath();

    private ServerFiles() {}

    /** Fills a folder that is new and empty. */
    interface Filler {
        void fill(Path folder) throws IOException;
    }

    /** Returns the folder of that name, filled on the first call on this machine. JVMs may race: the first one wins. */
    static Path once(String name, Filler filler) throws IOException {
        Path folder = FOLDER.resolve(name);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        System.out.println("Preparing " + name + " for the tests, once");
        Path unfinished = newFolder(name);
        filler.fill(unfinished);
        try {
            return Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
            delete(unfinished);
            return folder;
        }
    }

    static Path newFolder(String name) throws IOException {
        return Files.createTempDirectory(Files.createDirectories(FOLDER), name + "-");
    }

    static InputStream open(String resource) throws IOException {
        InputStream in = ServerFiles.class.getResourceAsStream(resource);
        if (in == null) {
            throw new FileNotFoundException("not on the class path: " + resource);
        }
        return new BufferedInputStream(in);
    }

    static void untar(InputStream archive, Path to) throws IOException {
        TarArchiveInputStream tar = new TarArchiveInputStream(archive);
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            Path file = to.resolve(entry.getName()).normalize();
            if (entry.isDirectory()) {
                Files.createDirectories(file);
            } else if (entry.isSymbolicLink()) {
                Files.createDirectories(file.getParent());
                Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
            } else {
                Files.createDirectories(file.getParent());
                Files.copy(tar, file);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    /** Copies a folder of a jar on the class path. */
    static void copyFromJar(String resource, Path to) throws IOException {
        URL url = ServerFiles.class.getResource(resource);
        if (url == null) {
            throw new FileNotFoundException("not on the class path: " + resource);
        }
        URL jar = ((JarURLConnection) url.openConnection()).getJarFileURL();
        // Of the file, not of the URL, because a JVM has one file system per URL, which another thread may have opened.
        try (FileSystem content = FileSystems.newFileSystem(Path.of(URI.create(jar.toString())), Map.of())) {
            copy(content.getPath(resource), to);
        }
    }

    /** Copies a folder with all that is in it, for the owner alone. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> sources = Files.walk(from)) {
            for (Path source : (Iterable<Path>) sources::iterator) {
                Path target = to.resolve(from.relativize(source).toString());
                if (Files.isDirectory(source)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(source, target);
                }
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
            }
        }
    }

    /** Copies a folder with its files and folders, and nothing else that may be in it, such as sockets. */
    static void copyFiles(Path from, Path to) throws IOException {
        try (Stream<Path> sources = Files.walk(from)) {
            for (Path source : (Iterable<Path>) sources::iterator) {
                Path target = to.resolve(from.relativize(source).toString());
                if (Files.isDirectory(source)) {
                    Files.createDirectories(target);
                    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
                } else if (Files.isRegularFile(source)) {
                    Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    /** Deletes a folder with all that is in it, as far as it can. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // It lies in a folder that "mvn clean" deletes.
        }
    }
}
