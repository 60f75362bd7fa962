package org.uidgenerator.cli;

import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
final class MakeCommand implements Callable<Integer> {
    private final CommandContext context;

    @Option(names = "--time", paramLabel = "<time>", description = "The time: " + Times.FORMS + "; default now.")
    private @Nullable String time;

    @ArgGroup
    private MadeWorkerOption worker = new MadeWorkerOption();

    @Option(names = "--sequence", paramLabel = "<n>", description = "The number within tick and worker, default 0.")
    private long sequence;

    @Option(
            names = "--layout",
            paramLabel = "<layout>",
            completionCandidates = PresetNames.class,
            description = "A preset or a whole layout, as 'uid layout' lists them, or bits; default ${DEFAULT-VALUE}.")
    private String layout = LayoutDetails.DEFAULT;

    @Mixin
    private LayoutDetails details = new LayoutDetails();

    @Option(
            names = "--format",
            paramLabel = "<format>",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private TextFormat format = TextFormat.DECIMAL;

    MakeCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws OutputException {
        UidLayout layout = details.applyTo(this.layout);
        Instant time = this.time == null ? context.clock().instant() : Times.instant("time", this.time);
        Lines lines = new Lines(context.out());
        lines.add(format.format(layout.encode(time, worker.in(layout), sequence)));
        lines.flush();
        return ExitCode.OK;
    }
}
