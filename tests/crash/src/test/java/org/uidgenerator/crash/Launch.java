package org.uidgenerator.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.test.internal.Patience;

/** One {@link IssuingProcess}, as seen from outside. For one thread at a time. */
final class Launch {
    private static final List<String> KINDS = List.of(IssuingProcess.BATCHES, IssuingProcess.SINGLES);

    private final int number;
    private final LeaseSettings settings;
    private final Path files;
    private final Process process;
    private Process freezer;

    private Launch(int number, LeaseSettings settings, Path files, Process process) {
        this.number = number;
        this.settings = settings;
        this.files = files;
        this.process = process;
    }

    static Launch start(int number, Path folder, CrashStore store, String address, LeaseSettings settings) {
        Path files = folder.resolve(settings.holder());
        ProcessBuilder builder = ChildJvm.builder(
                List.of("-Xmx64m", "-ea"), IssuingProcess.class, store.name(), address, files.toString());
        builder.command().addAll(settings.toArguments());
        try {
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(Path.of(files + "-log").toFile())
                    .start();
            return new Launch(number, settings, files, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int number() {
        return number;
    }

    Duration clockOffset() {
        return settings.clockOffset();
    }

    /** The HOLDER in its row. */
    String holder() {
        return settings.holder();
    }

    /** The latest tick of which both of its threads have been given UIDs or later ones, or -1 if there is none. */
    private long latestTick() {
        return KINDS.stream()
                .map(this::file)
                .mapToLong(file -> tickOfLast(file))
                .min()
                .orElseThrow();
    }

    private static long tickOfLast(Path file) {
        OptionalLong last = IssuedFile.last(file);
        return last.isPresent() ? StoreIdentity.LAYOUT.tickOf(last.getAsLong()) : -1;
    }

    /** Waits until the process issues UIDs of a tick, or of a later one. Returns whether it does. */
    boolean issues(long tick, Duration longest) {
        return Until.holds(longest, () -> latestTick() >= tick || !process.isAlive()) && process.isAlive();
    }

    /** The current tick, by the clock of the process. */
    long tickOfNow() {
        return StoreIdentity.tickOfNow() + clockOffset().dividedBy(StoreIdentity.LAYOUT.tick());
    }

    /** Waits until both threads that take numbers of a tag have got more of them. Returns whether they have. */
    boolean counts(String tag, Duration longest) {
        List<Path> files =
                KINDS.stream().map(kind -> file(IssuingProcess.name(tag, kind))).toList();
        List<OptionalLong> before = files.stream().map(IssuedFile::last).toList();
        return IntStream.range(0, files.size())
                        .allMatch(i -> Until.holds(
                                longest,
                                () -> !IssuedFile.last(files.get(i)).equals(before.get(i)) || !process.isAlive()))
                && process.isAlive();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGSTOP. The shell that sends it sends SIGCONT when it is told to, or when this JVM ends. */
    void freeze() {
        String script = String.format(Locale.ROOT, "kill -STOP %1$d; echo; read end; kill -CONT %1$d", process.pid());
        try {
            freezer = new ProcessBuilder("sh", "-c", script).start();
            freezer.getInputStream().read(); // stopped by then
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGCONT. */
    void thaw() {
        try {
            freezer.getOutputStream().close();
            freezer.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM: the process gives its worker id back, if the store lets it. */
    void end() {
        process.toHandle().destroy(); // Process.destroy() closes its input, too, which would end it at once
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(Patience.LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(holder() + " does not end:\n" + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Kills without waiting, frozen or not. */
    void destroy() {
        process.destroyForcibly();
    }

    List<Issued> issued() {
        return issued(KINDS);
    }

    /** The numbers of a tag. */
    List<Issued> issued(String tag) {
        return issued(KINDS.stream().map(kind -> IssuingProcess.name(tag, kind)).toList());
    }

    private List<Issued> issued(List<String> names) {
        List<Issued> issued = new ArrayList<>();
        try {
            for (String name : names) {
                if (Files.exists(file(name))) {
                    issued.addAll(IssuedFile.read(file(name), number));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return issued;
    }

    /** What the process has printed. */
    String log() {
        try {
            return Files.readString(Path.of(files + "-log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String name) {
        return Path.of(files + "-" + name);
    }
}
