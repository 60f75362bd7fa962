package org.uidgenerator.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.uidgenerator.StoreException;
import org.uidgenerator.crash.Expectation.Kind;
import org.uidgenerator.crash.FaultMatrix.Column;
import org.uidgenerator.crash.Issuer.Taker;
import org.uidgenerator.test.internal.Patience;

/**
 * One fault of one store, with three processes: the first one runs before, meanwhile and afterwards; the second one
 * starts meanwhile; the third one comes in the place of the first. What all of them were given is compared.
 */
final class FaultCell {
    /** The time for which those that were refused must stay so, and those that are not covered go on. */
    private static final Duration AFTERMATH = Duration.ofSeconds(1);

    private static final int LONGEST_NOTE = 110;

    private final StoreFault fault;
    private final FaultTarget target;
    private final Path folder;
    private final Column workerIds;
    private final Column counters;
    private final List<String> complaints = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private long begun;
    private long mended;

    /**
     * Makes a cell.
     *
     * @param folder where the processes record
     */
    FaultCell(StoreFault fault, FaultTarget target, Path folder) {
        this.fault = fault;
        this.target = target;
        this.folder = folder;
        workerIds = new Column(target.store(), false);
        counters = new Column(target.store(), true);
    }

    /**
     * The result of a cell.
     *
     * @param fault the fault
     * @param store the store
     * @param complaints what differs from the expectation
     * @param notes what was seen
     */
    record Result(StoreFault fault, CrashStore store, List<String> complaints, List<String> notes) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-10s %-24s %s%s",
                    store,
                    fault,
                    String.join("; ", notes),
                    complaints.isEmpty() ? "" : " BUT " + String.join("; ", complaints));
        }
    }

    private Kind kind(Column column) {
        return FaultMatrix.expected(fault, column).kind();
    }

    /** Returns whether a store has the fault at all. */
    static boolean exists(StoreFault fault, CrashStore store) {
        return FaultMatrix.expected(fault, new Column(store, false)).kind() != Kind.NONE;
    }

    Result run() {
        target.startAnew();
        List<Issuer> issuers = new ArrayList<>();
        try {
            runWith(issuers);
        } finally {
            issuers.forEach(Issuer::close);
            target.end(fault);
        }
        for (Issuer issuer : issuers) {
            issuer.takers().forEach(taker -> taker.broken().ifPresent(e -> complaints.add("undocumented: " + e)));
        }
        compare("UIDs", workerIds, issuers.stream().map(Issuer::uids));
        compare("numbers", counters, issuers.stream().flatMap(issuer -> issuer.numbers().stream()));
        return new Result(fault, target.store(), complaints, notes);
    }

    private void runWith(List<Issuer> issuers) {
        if (fault == StoreFault.RESTORED_TO_BEFORE_START) { // to a store that has an identity
            Issuer earlier = start(issuers, settings().as("earlier"));
            earlier.awaitIssuing();
            earlier.close();
        }
        target.prepare(fault);
        IssuerSettings settings = settings();
        Issuer first = start(issuers, settings);
        first.awaitIssuing();
        IssuerSettings next = expectingTheSame(settings);

        begun = System.nanoTime();
        target.begin(fault, first);
        Issuer second = start(issuers, ofSecond(next));
        Until.passed(fault.lasting());
        awaitFailures(first, second); // if processors are busy, the fault would be over before a process has met it
        target.mend(fault);
        mended = System.nanoTime();

        observe("UIDs", workerIds, first.uids(), second.uids());
        first.numbers()
                .ifPresent(taker ->
                        observe("numbers", counters, taker, second.numbers().orElseThrow()));
        first.close();
        if (kind(workerIds) == Kind.REFUSED) {
            second.close();
            followRunBook(issuers);
            next = settings();
        }
        requireThatAllStart(start(issuers, next));
    }

    /** Waits for the failures that are expected while the fault lasts. {@link #observe} says which are missing. */
    private void awaitFailures(Issuer first, Issuer second) {
        awaitFailure(workerIds, first.uids(), second.uids());
        first.numbers()
                .ifPresent(
                        taker -> awaitFailure(counters, taker, second.numbers().orElseThrow()));
    }

    private void awaitFailure(Column column, Taker first, Taker second) {
        Expectation expected = FaultMatrix.expected(fault, column);
        switch (expected.kind()) {
            case HEALS ->
                Until.holds(
                        Patience.LONGEST,
                        () -> first.hasFailedSince(begun, expected.text())
                                || second.hasFailedSince(begun, expected.text())
                                || expected.text().isEmpty());
            case REFUSES_STARTS -> second.failsSince(begun, expected.textOfStart());
            default -> {}
        }
    }

    private void requireThatAllStart(Issuer third) {
        long now = System.nanoTime();
        requireThat(third.uids().issuesSince(now), "the next process issues no UIDs", third.uids());
        third.numbers()
                .ifPresent(taker -> requireThat(taker.issuesSince(now), "the next process issues no numbers", taker));
    }

    /** Lets the time of all reserved ticks pass, and sets the counter above all numbers that were taken. */
    private void followRunBook(List<Issuer> issuers) {
        target.end(fault);
        long latestTick = greatest(issuers.stream().map(Issuer::uids), StoreIdentity.LAYOUT::tickOf);
        Instant reserved =
                StoreIdentity.LAYOUT.timeOf(latestTick).plus(fault.reservation().multipliedBy(2));
        Until.passed(Duration.between(Instant.now(), reserved));
        target.administrate(client -> client.counters(true).ifPresent(counters -> {
            long first = 1 + greatest(issuers.stream().flatMap(issuer -> issuer.numbers().stream()), id -> id);
            Patience.untilNo(StoreException.class, () -> counters.create(Issuer.TAG, first));
        }));
    }

    private static long greatest(Stream<Taker> takers, LongUnaryOperator of) {
        return takers.flatMap(taker -> taker.issued().stream())
                .mapToLong(run -> of.applyAsLong(run.last()))
                .max()
                .orElseThrow();
    }

    private IssuerSettings settings() {
        return new IssuerSettings(
                target.store(),
                target.address(),
                "first",
                StoreIdentity.LAYOUT,
                fault.reservation(),
                fault.longestWait(),
                Optional.empty(),
                Optional.empty(),
                target.wrapping(fault));
    }

    private Issuer start(List<Issuer> issuers, IssuerSettings settings) {
        int number = issuers.size() + 1;
        Issuer issuer = new Issuer(number, settings, folder.resolve(fault + "-" + number));
        issuers.add(issuer);
        return issuer;
    }

    private IssuerSettings ofSecond(IssuerSettings next) {
        IssuerSettings second = next.as("second");
        return switch (fault) {
            case CLONED -> second.at(target.addressOfCopy());
            case OTHER_LAYOUT -> second.withLayout(Issuer.otherLayout());
            default -> second;
        };
    }

    /** As the documentation recommends. */
    private IssuerSettings expectingTheSame(IssuerSettings settings) {
        try (StoreClient client = target.store().connect(target.directAddress())) {
            return Patience.untilNo(
                    StoreException.class, () -> settings.expecting(client.leaseIdentity(), client.counterIdentity()));
        }
    }

    private void observe(String what, Column column, Taker first, Taker second) {
        Expectation expected = FaultMatrix.expected(fault, column);
        String text = expected.text();
        String textOfStart = expected.textOfStart();
        switch (expected.kind()) {
            case CONTINUES -> {
                requireThat(first.issuesSince(mended), what + " do not continue", first);
                requireThat(first.failuresSince(begun).isEmpty(), what + " fail", first);
                requireThat(second.issuesSince(mended), what + " of the second do not start", second);
            }
            case HEALS -> {
                requireThat(first.issuesSince(mended), what + " do not heal", first);
                noteTime(what);
                requireThat(second.issuesSince(mended), what + " of the second do not heal", second);
                requireThat(
                        text.isEmpty() || first.hasFailedSince(begun, text) || second.hasFailedSince(begun, text),
                        what + " do not fail with \"" + text + "\"",
                        first);
            }
            case REFUSES_STARTS -> {
                requireThat(first.issuesSince(mended), what + " do not continue", first);
                requireThat(first.failuresSince(begun).isEmpty(), what + " fail", first);
                requireThat(
                        second.failsSince(begun, textOfStart),
                        what + " of the second do not fail with " + textOfStart,
                        second);
                if (!fault.lasting().isZero()) {
                    requireThat(second.issuesSince(mended), what + " of the second do not start", second);
                }
            }
            case REFUSED -> {
                requireThat(first.failsSince(begun, text), what + " do not fail with " + text, first);
                requireThat(
                        second.failsSince(begun, textOfStart),
                        what + " of the second do not fail with " + textOfStart,
                        second);
                long refused = System.nanoTime();
                Until.passed(AFTERMATH);
                requireThat(
                        !first.hasIssuedSince(refused) && !second.hasIssuedSince(refused),
                        what + " are issued after a refusal",
                        first);
            }
            case NOT_COVERED -> Until.passed(AFTERMATH);
            case NONE -> {}
        }
        note(what, first, "");
        note(what, second, " of the second");
    }

    private void noteTime(String what) {
        notes.add(String.format(Locale.ROOT, "%s heal in %.1f s", what, (System.nanoTime() - mended) / 1e9));
    }

    private void note(String what, Taker taker, String of) {
        taker.failuresSince(begun).stream()
                .reduce((earlier, latest) -> latest)
                .ifPresent(failure -> notes.add(
                        what + of + " failed: " + failure.substring(0, Math.min(failure.length(), LONGEST_NOTE))));
    }

    private void requireThat(boolean holds, String complaint, Taker taker) {
        if (!holds) {
            complaints.add(complaint + ": " + taker.failuresSince(begun));
        }
    }

    private void compare(String what, Column column, Stream<Taker> takers) {
        List<Issued> issued = takers.flatMap(taker -> taker.issued().stream()).toList();
        if (kind(column) == Kind.NONE && issued.isEmpty()) {
            return;
        }
        Duplicates duplicates = Duplicates.among(
                issued, run -> column.counters() ? run.describe(Issuer.TAG) : run.describe(StoreIdentity.LAYOUT));
        String found = String.format(
                Locale.ROOT,
                "%,d %s, %,d twice",
                issued.stream().mapToLong(Issued::count).sum(),
                what,
                duplicates.count());
        notes.add(found);
        if (duplicates.count() > 0 && kind(column) != Kind.NOT_COVERED) {
            complaints.add(found + ": " + duplicates.examples());
        }
    }
}
