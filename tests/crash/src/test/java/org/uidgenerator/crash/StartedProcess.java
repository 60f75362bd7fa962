package org.uidgenerator.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.uidgenerator.contract.ChildJvm;

/** One {@link IssuingProcess}, as seen from outside. For one thread at a time. */
final class StartedProcess {
    private static final List<String> KINDS = List.of(IssuingProcess.BATCHES, IssuingProcess.SINGLES);

    private static final Duration PATIENCE_WITH_END = Duration.ofMinutes(10);

    private final int number;
    private final LeaseSettings settings;
    private final Path files;
    private final Process process;
    private Duration clockOffset;
    private Process freezer;

    private StartedProcess(int number, LeaseSettings settings, Path files, Process process) {
        this.number = number;
        this.settings = settings;
        this.files = files;
        this.process = process;
        clockOffset = settings.clockOffset();
    }

    static StartedProcess start(int number, Path folder, CrashStore store, String address, LeaseSettings settings) {
        Path files = folder.resolve(settings.holder());
        ProcessBuilder builder = ChildJvm.builder(
                List.of("-Xmx64m", "-ea"), IssuingProcess.class, store.name(), address, files.toString());
        builder.command().addAll(settings.toArguments());
        try {
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(Path.of(files + "-log").toFile())
                    .start();
            return new StartedProcess(number, settings, files, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int number() {
        return number;
    }

    /** The time by which its clock was ahead when it started. */
    Duration firstClockOffset() {
        return settings.clockOffset();
    }

    /** Sets the clock of the running process forward or back. */
    void stepClock(Duration step) {
        try {
            process.getOutputStream().write((step + "\n").getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(holder() + " has ended:\n" + log(), e);
        }
        clockOffset = clockOffset.plus(step);
    }

    /** The time by which its clock is ahead. */
    Duration clockOffset() {
        return clockOffset;
    }

    /** The HOLDER in its row. */
    String holder() {
        return settings.holder();
    }

    /** The latest tick of which both of its threads have been given UIDs or later ones, or -1 if there is none. */
    private long latestTick() {
        return KINDS.stream().map(this::file).mapToLong(this::tickOfLast).min().orElseThrow();
    }

    private long tickOfLast(Path file) {
        OptionalLong last = IssuedFile.last(file);
        return last.isPresent() ? settings.load().layout().tickOf(last.getAsLong()) : -1;
    }

    /** Waits until the process issues UIDs of a tick, or of a later one. Returns whether it does. */
    boolean issues(long tick, Duration longest) {
        return Until.holds(longest, () -> latestTick() >= tick || !process.isAlive()) && process.isAlive();
    }

    /** The current tick, by the clock of the process. */
    long tickOfNow() {
        return StoreIdentity.tickOfNow() + clockOffset.dividedBy(StoreIdentity.LAYOUT.tick());
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
        if (!Until.holds(PATIENCE_WITH_END, () -> !process.isAlive())) {
            throw new IllegalStateException(holder() + " does not end:\n" + log());
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

    /** The business numbers. */
    List<Issued> invoices() {
        return issued(List.of(IssuingProcess.INVOICES), false);
    }

    private List<Issued> issued(List<String> names) {
        return issued(names, true);
    }

    private List<Issued> issued(List<String> names, boolean ascending) {
        List<Issued> issued = new ArrayList<>();
        try {
            for (String name : names) {
                if (Files.exists(file(name))) {
                    issued.addAll(IssuedFile.read(file(name), number, ascending));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return issued;
    }

    /** Returns whether it has ended because of an exception. */
    boolean hasFailed() {
        return !process.isAlive() && (process.exitValue() == 1 || process.exitValue() == 3);
    }

    /** Returns whether it has started without its store. */
    boolean hasContinuedFromFile() {
        return log().contains("is continued from its lease file");
    }

    List<Pause> pauses() {
        return log().lines().flatMap(Pause::parse).toList();
    }

    List<Sample> samples() {
        return log().lines().flatMap(Sample::parse).toList();
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
