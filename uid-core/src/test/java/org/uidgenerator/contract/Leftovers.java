package org.uidgenerator.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** What is left of something: its threads and worker ids on any system, its descriptors on Linux. */
public final class Leftovers {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private Leftovers() {}

    /** Returns the names of the threads that are alive and whose names begin like this. */
    public static List<String> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && thread.getName().startsWith(prefix))
                .map(Thread::getName)
                .toList();
    }

    /** Returns the worker ids that are held. */
    public static List<String> workerIds(InMemoryLeaseStore rows) {
        return rows.list().stream()
                .filter(stored -> stored.row().held())
                .map(stored -> "row of worker id " + stored.row().workerId())
                .toList();
    }

    /** Returns the descriptors of a file. */
    public static List<String> descriptors(Path file) {
        try {
            String path = file.toRealPath().toString();
            return descriptors().stream().filter(path::equals).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the sockets that lead to a port of this host. */
    public static List<String> connections(int port) {
        Set<String> open = Set.copyOf(descriptors());
        if (open.isEmpty()) {
            return List.of(); // another system
        }
        return Stream.of("tcp", "tcp6")
                .flatMap(protocol -> sockets(Path.of("/proc/self/net", protocol), port))
                .filter(open::contains)
                .toList();
    }

    /** Reads lines as {@code 0: 0100007F:9C40 0100007F:1F90 01 ...}, whose tenth column is the inode. */
    private static Stream<String> sockets(Path table, int port) {
        String remote = String.format(Locale.ROOT, ":%04X", port);
        try (Stream<String> lines = Files.lines(table)) {
            return lines
                    .map(line -> line.strip().split("\\s+"))
                    .filter(columns -> columns[2].endsWith(remote))
                    .map(columns -> "socket:[" + columns[9] + "]")
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns where all descriptors lead. */
    private static List<String> descriptors() {
        List<String> targets = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path one : all) {
                try {
                    targets.add(Files.readSymbolicLink(one).toString());
                } catch (NoSuchFileException e) {
                    // it was closed meanwhile
                }
            }
        } catch (NoSuchFileException e) {
            return List.of(); // another system
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return targets;
    }
}
