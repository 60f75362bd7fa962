package org.uidgenerator.cli;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts a UID together from its parts. */
@Command(
        name = "make",
        description = {
            "Puts a UID together from its parts: for tests, and for queries by time.",
            "It reserves nothing: a generator may have made the same UID, or may still make it."
        },
        sortOptions = false)
final class MakeCommand extends ContextCommand implements Runnable {
    @Option(names = "--time", paramLabel = "<time>", description = "The time: " + Times.FORMS + "; default now.")
    private @Nullable String time;

    @ArgGroup
    private MadeWorkerOption worker = new MadeWorkerOption();

    @Option(names = "--sequence", paramLabel = "<n>", description = "The number within tick and worker, default 0.")
    private long sequence;

    @Mixin
    private LayoutOption layout = new LayoutOption();

    @Option(
            names = "--format",
            paramLabel = "<format>",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private TextFormat format = TextFormat.DECIMAL;

    @Override
    public void run() {
        UidLayout layout = this.layout.layout();
        Instant time = this.time == null ? context().clock().instant() : Times.instant("time", this.time);
        context().lines().add(format.format(layout.encode(time, worker.in(layout), sequence)));
    }
}
