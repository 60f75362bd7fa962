package org.uidgenerator.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The source of the worker id: a database, the options, the environment, or nowhere. */
final class WorkerOption {
    private static final String VARIABLE = "WORKER_ID";

    @Option(
            names = "--worker-id",
            paramLabel = "<id>",
            description =
                    "A worker id that no other generator uses; by default that in the environment variable " + VARIABLE
                            + ", else 0, with a warning. Runs by the same user of this machine never repeat an id, even"
                            + " at the same time, because they take turns. Other users and machines are not noticed.")
    private @Nullable String workerId;

    @ArgGroup(exclusive = false)
    private MadeWorkerOption.@Nullable Parts parts;

    @ArgGroup(exclusive = false)
    private @Nullable Lease lease;

    /**
     * Returns the source of the worker id.
     *
     * @throws IllegalArgumentException if the worker id is no number, or a part does not fit the layout
     */
    WorkerIdSource source(CommandContext context, UidLayout layout) {
        return lease == null ? new WorkerIdFile(context, workerId(context, layout)) : lease.source(context);
    }

    private long workerId(CommandContext context, UidLayout layout) {
        if (parts != null) {
            return parts.in(layout);
        }
        if (workerId != null) {
            return parse("--worker-id", workerId);
        }
        String variable = context.environment().get(VARIABLE);
        if (variable != null) {
            return parse("environment variable " + VARIABLE, variable);
        }
        context.say(String.format(
                Locale.ROOT,
                "worker id 0, because there is no --worker-id, --jdbc-url or %s: unique among your runs on this machine only",
                VARIABLE));
        return 0;
    }

    private static long parse(String source, String value) {
        if (!value.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%s must be a worker id, a number of at most 18 digits: \"%s\"", source, value));
        }
        return Long.parseLong(value);
    }

    /** A worker id leased from a database. */
    private static final class Lease extends DatabaseOption {
        @Option(
                names = "--create-table",
                description = "Create the table if it is missing, as is always done in H2 files.")
        private boolean createTable;

        WorkerIdSource source(CommandContext context) {
            return open(
                    context, createTable ? TableCreation.ALWAYS : TableCreation.EMBEDDED, " or with --create-table");
        }
    }
}
