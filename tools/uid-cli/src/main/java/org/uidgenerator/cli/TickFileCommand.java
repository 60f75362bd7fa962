package org.uidgenerator.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the file in which a generator remembers the ticks of a static worker id that it may have used. */
@Command(
        name = "tick-file",
        description =
                "Makes the file of a fixed worker id, in which its generator remembers the ticks that it has used.")
final class TickFileCommand {
    /** Makes the file. */
    @Command(
            name = "create",
            description = {
                "Makes the file of a worker id, once: for StaticWorkerIdAssigner.withTickFile, or uid.worker.tick-file in Spring Boot.",
                "The first start with it begins above --used-until, each later start above what the file says."
            },
            sortOptions = false)
    static final class Create extends ContextCommand implements Runnable {
        /** The default restart gap: so far ahead a generator without a file may have used ticks until now. */
        private static final Duration RESTART_GAP = Duration.ofSeconds(15);

        @Parameters(
                paramLabel = "<file>",
                description = "Where to make it: on a local disk or a volume that outlives the process.")
        private @Nullable Path file;

        @ArgGroup(multiplicity = "1")
        private @Nullable MadeWorkerOption worker;

        @Option(
                names = "--namespace",
                paramLabel = "<name>",
                description = "The name of the generator's namespace, default ${DEFAULT-VALUE}.")
        private String namespace = "default";

        @Option(
                names = "--used-until",
                paramLabel = "<time>",
                description = "A time after that of all UIDs ever made with the worker id: " + Times.FORMS
                        + "; default 15 seconds from now. In the place of a file that was lost: now and the generator's"
                        + " maxBorrow.")
        private @Nullable String usedUntil;

        @Mixin
        private LayoutOption layout = new LayoutOption();

        @Override
        public void run() {
            Path file = Objects.requireNonNull(this.file);
            UidLayout layout = this.layout.layout();
            long workerId = Objects.requireNonNull(worker).in(layout);
            Instant until = usedUntil == null
                    ? context().clock().instant().plus(RESTART_GAP)
                    : Times.instant("used-until", usedUntil);
            try {
                StaticWorkerIdAssigner.of(workerId)
                        .withNamespace(namespace)
                        .withTickFile(file)
                        .createFile(layout, until);
            } catch (FileAlreadyExistsException e) {
                throw new UidGenerateException(
                        file + " exists: a tick file is made once. Remove it only if no generator ever used it", e);
            } catch (IOException e) {
                throw new UidGenerateException(file + " cannot be made: " + e, e);
            }
            context()
                    .lines()
                    .add(String.format(
                            Locale.ROOT,
                            "%s: worker id %d of namespace %s, its first UID is of %s or later",
                            file,
                            workerId,
                            namespace,
                            until));
        }
    }
}
