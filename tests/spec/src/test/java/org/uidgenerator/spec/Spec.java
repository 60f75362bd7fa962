package org.uidgenerator.spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files in {@code docs/internals/spec}. */
final class Spec {
    static final Path FOLDER = Path.of(System.getProperty("uidgenerator.spec"));
    static final Path WORKER_LEASE = FOLDER.resolve("WorkerLease.tla");

    /** Extends the other one. */
    static final Path LEASE_FILE = FOLDER.resolve("LeaseFile.tla");

    private Spec() {}

    static Path configuration(String name) {
        return FOLDER.resolve(name + ".cfg");
    }

    /** Returns the module that a configuration is for. */
    static Path module(String name) {
        return read(configuration(name)).contains("SPECIFICATION FileSpec\n") ? LEASE_FILE : WORKER_LEASE;
    }

    /** Returns the names of all configurations of a folder. */
    static List<String> configurations(String folder) {
        try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
            return files.map(file -> folder + "/" + file.getFileName())
                    .filter(name -> name.endsWith(".cfg"))
                    .map(name -> name.substring(0, name.length() - ".cfg".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
