package org.uidgenerator.cli;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;
import org.uidgenerator.worker.lease.WorkerLeaseStatus.State;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows who has which worker id, and frees one by force. */
@Command(
        name = "workers",
        description = "Lists who has which worker id of a database; frees one by force.",
        sortOptions = false)
final class WorkersCommand extends ContextCommand implements Runnable {
    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @ArgGroup
    private @Nullable Output output;

    /** Either the form of the list, or the worker id to free. */
    private static final class Output {
        @Option(names = "--json", description = "Print one JSON object per worker id.")
        private boolean json;

        @ArgGroup(exclusive = false)
        private @Nullable Eviction eviction;
    }

    private static final class Eviction {
        @Option(
                names = "--free",
                required = true,
                paramLabel = "<id>",
                description = "Take this worker id away from its holder. Without --yes, only say what that means.")
        private long workerId;

        @Option(names = "--yes", description = "Do it.")
        private boolean yes;
    }

    @Override
    public void run() {
        Lines lines = context().lines();
        try (WorkerDatabase opened = database.openExisting(context())) {
            if (output != null && output.eviction != null) {
                evict(output.eviction, opened, lines);
            } else if (output != null && output.json) {
                Optional<StoreIdentity> identity = opened.identity();
                for (WorkerLeaseStatus worker : opened.workers()) {
                    lines.add(json(worker, identity));
                }
            } else {
                list(opened.workers(), lines);
                Optional<StoreIdentity> identity = opened.identity();
                if (identity.isPresent()) {
                    lines.add("store identity " + printable(identity.get().describe()));
                }
            }
        }
    }

    private static void list(List<WorkerLeaseStatus> workers, Lines lines) {
        Table table = new Table().row("worker id", "state", "holder", "since", "age", "reserved until");
        for (WorkerLeaseStatus worker : workers) {
            table.row(
                    Long.toString(worker.workerId()),
                    state(worker),
                    holder(worker),
                    seconds(worker.acquired()),
                    seconds(worker.age()),
                    reservedUntil(worker));
        }
        table.print(lines);
    }

    private static void evict(Eviction wanted, WorkerDatabase database, Lines lines) {
        WorkerLeaseStatus held = find(wanted.workerId, database);
        if (held.state() == State.GIVEN_BACK) {
            throw new UidGenerateException(String.format(
                    Locale.ROOT, "worker id %d is free: %s has given it back", wanted.workerId, holder(held)));
        }
        lines.add(String.format(
                Locale.ROOT,
                "worker id %d is held by %s (%s), which reserved ticks until %s and wrote that %s ago",
                wanted.workerId,
                holder(held),
                state(held),
                reservedUntil(held),
                seconds(held.age())));
        lines.add("The next holder starts above all that this one can have reserved, ahead of the clock if necessary.");
        lines.add("WARNING: a holder that is alive loses the worker id and takes another one. No UID is issued twice.");
        if (!wanted.yes) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "worker id %d is not freed: add --yes to free it", wanted.workerId));
        }
        database.evict(wanted.workerId);
        lines.add(String.format(
                Locale.ROOT,
                "worker id %d is free, its next holder starts at %s or now, whichever is later",
                wanted.workerId,
                reservedUntil(find(wanted.workerId, database))));
    }

    private static WorkerLeaseStatus find(long workerId, WorkerDatabase database) {
        return database.workers().stream()
                .filter(worker -> worker.workerId() == workerId)
                .findFirst()
                .orElseThrow(() ->
                        new UidGenerateException(String.format(Locale.ROOT, "worker id %d was never taken", workerId)));
    }

    private static String json(WorkerLeaseStatus worker, Optional<StoreIdentity> identity) {
        JsonObject object = new JsonObject();
        identity.ifPresent(held -> object.addProperty("identity", held.toString()));
        object.addProperty("namespace", worker.namespace());
        object.addProperty("workerId", worker.workerId());
        object.addProperty("state", state(worker));
        object.addProperty("holder", worker.holder());
        object.addProperty("term", Long.toString(worker.term()));
        object.addProperty("acquired", worker.acquired().toString());
        object.addProperty("modified", worker.modified().toString());
        object.addProperty("ageSeconds", worker.age().toSeconds());
        object.addProperty("reservedThrough", Long.toString(worker.reservedThrough()));
        object.addProperty("reservedUntil", worker.reservedUntil().toString());
        object.addProperty("aheadSeconds", worker.ahead().toSeconds());
        return object.toString();
    }

    private static String state(WorkerLeaseStatus worker) {
        return worker.state().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String holder(WorkerLeaseStatus worker) {
        return printable(worker.holder());
    }

    /** Returns a text without control characters, which a terminal would obey. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static String reservedUntil(WorkerLeaseStatus worker) {
        return worker.reservedUntil().equals(Instant.MAX) ? "for ever" : seconds(worker.reservedUntil());
    }

    private static String seconds(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String seconds(Duration duration) {
        return duration.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
