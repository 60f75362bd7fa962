package org.uidgenerator.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.text.ForeignId;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what is in ids. */
@Command(
        name = "parse",
        description = "Shows what is in ids: UIDs bit by bit; UUIDs, ULIDs and ObjectIds field by field.",
        sortOptions = false)
final class ParseCommand extends ContextCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "<id>",
            description =
                    "Ids: UIDs in decimal or as 0x..., UUIDs, ULIDs, ObjectIds; - for those on standard input, one per"
                            + " line.")
    private List<String> ids = List.of();

    @Mixin
    private LayoutOption layout = new LayoutOption();

    @Option(
            names = "--format",
            paramLabel = "<format>",
            description = "How the UIDs are written: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private TextFormat format = TextFormat.DECIMAL;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Optional<UidLayout> layout = this.layout.isGiven() ? Optional.of(this.layout.layout()) : Optional.empty();
        Lines lines = context().lines();
        IdReport report = json ? new JsonIdReport(lines) : new TextIdReport(lines);
        int exitCode = ExitCode.OK;
        for (String id : ids) {
            if (id.equals("-")) {
                exitCode = parseInput(layout, report, lines) ? exitCode : Math.max(exitCode, ExitCode.SOFTWARE);
            } else {
                exitCode = parse(id, layout, report) ? exitCode : ExitCode.USAGE;
            }
        }
        return exitCode;
    }

    private boolean parseInput(Optional<UidLayout> layout, IdReport report, Lines lines) throws IOException {
        boolean allRead = true;
        BufferedReader in = new BufferedReader(new InputStreamReader(context().in(), StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            allRead &= line.isBlank() || parse(line.strip(), layout, report);
            if (!in.ready()) { // a user may be typing
                lines.flush();
            }
        }
        return allRead;
    }

    private boolean parse(String id, Optional<UidLayout> layout, IdReport report) {
        try {
            Optional<ForeignId> foreign = ForeignId.recognise(id);
            if (foreign.isPresent()) {
                report.foreign(id, foreign.get());
            } else if (layout.isPresent()) {
                DecodedUid uid = layout.get().decode(format.parse(id));
                report.uid(uid, layout.get());
                warnOfTheFuture(uid);
            } else {
                long uid = format.parse(id);
                report.fitting(uid, LayoutPreset.fitting(uid, context().clock().instant()));
            }
            return true;
        } catch (IllegalArgumentException e) {
            context().say(e);
            return false;
        }
    }

    /** A generator may borrow some time, and clocks differ; no generator is a day ahead. */
    private void warnOfTheFuture(DecodedUid uid) {
        if (uid.time().isAfter(context().clock().instant().plus(Duration.ofDays(1)))) {
            context().say(uid.uid() + " is of the future: no generator with this layout has made it yet");
        }
    }

    /** A report of what was found in an id. */
    interface IdReport {
        /** A UID of a known layout. */
        void uid(DecodedUid uid, UidLayout layout);

        /** A UID of one of several layouts. */
        void fitting(long uid, List<LayoutPreset.Reading> readings);

        /** An id that is not a number. */
        void foreign(String text, ForeignId id);
    }
}
