package org.uidgenerator.cli;

import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.bson.types.ObjectId;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Prints new ids, one per line. */
@Command(name = "generate", description = "Prints new ids, one per line.", sortOptions = false)
final class GenerateCommand extends ContextCommand implements Runnable {
    private static final int BATCH = 4096;

    private static final Set<String> OPTIONS_OF_ALL_KINDS = Set.of("--count", "--kind", "--verbose");

    @Option(
            names = {"-n", "--count"},
            paramLabel = "<count>",
            description = "How many, default ${DEFAULT-VALUE}.")
    private long count = 1;

    @Option(
            names = "--kind",
            paramLabel = "<kind>",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}. The other options are for uid only.")
    private Kind kind = Kind.UID;

    @Option(
            names = "--format",
            paramLabel = "<format>",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private TextFormat format = TextFormat.DECIMAL;

    @Mixin
    private LayoutOption layout = new LayoutOption();

    @ArgGroup
    private WorkerOption worker = new WorkerOption();

    @Override
    public void run() {
        if (count < 0) {
            throw new IllegalArgumentException("--count must not be negative: " + count);
        }
        if (kind != Kind.UID) {
            requireOnly(OPTIONS_OF_ALL_KINDS);
        }
        Lines lines = context().lines();
        switch (kind) {
            case UID -> printUids(lines);
            case UUID4 -> print(UUID::randomUUID, lines);
            case UUID7 -> print(UuidCreator::getTimeOrderedEpoch, lines);
            case ULID -> print(UlidCreator::getMonotonicUlid, lines);
            case OBJECTID -> print(ObjectId::new, lines);
        }
    }

    private void requireOnly(Set<String> options) {
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
            if (!options.contains(given.longestName())) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "--kind %s takes no %s", kind, given.longestName()));
            }
        }
    }

    private void print(Supplier<?> ids, Lines lines) {
        for (long i = 0; i < count; i++) {
            lines.add(ids.get().toString());
        }
    }

    private void printUids(Lines lines) {
        UidLayout layout = this.layout.layout();
        try (WorkerIdSource workerIds = worker.source(context(), layout);
                UidGenerator generator = newGenerator(layout, workerIds)) {
            long[] uids = new long[BATCH];
            for (long left = count; left > 0; left -= uids.length) {
                if (left < uids.length) {
                    uids = new long[(int) left];
                }
                generator.getUIDs(uids);
                for (long uid : uids) {
                    lines.add(format.format(uid));
                }
            }
        }
    }

    /** A few UIDs take one tick; for many, ticks are borrowed from the future, without waiting for them. */
    private UidGenerator newGenerator(UidLayout layout, WorkerIdSource workerIds) {
        return count <= layout.maxSequence() / 2
                ? DefaultUidGenerator.builder(workerIds).layout(layout).build()
                : CachedUidGenerator.builder(workerIds)
                        .layout(layout)
                        .boostPower(0)
                        .build();
    }

    /** The kinds of ids that can be made. */
    private enum Kind {
        UID,
        UUID4,
        UUID7,
        ULID,
        OBJECTID;

        /** Returns the name in options. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
