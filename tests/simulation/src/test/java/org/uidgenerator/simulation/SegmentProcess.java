package org.uidgenerator.simulation;

import static java.time.ZoneOffset.UTC;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentSeams;
import org.uidgenerator.segment.SegmentStatus;
import org.uidgenerator.text.BusinessNumbers;
import org.uidgenerator.text.CounterNumber;
import org.uidgenerator.text.TextSeams;

/** A process with a generator of numbers and the threads that it makes: they run when the simulation says so. */
final class SegmentProcess implements Passage {
    private static final int CALLERS = 3;

    /** A tag holds two ranges, and what the ring and the open blocks have of a third. */
    private static final double MOST_RANGES = 2.2;

    private static final String COUNTER = "invoice";
    private static final long MOST_SKEW_MILLIS = 5_000;

    private static final long OPEN_BLOCKS = 200; // of one number, if ranges are short

    private final SegmentSimulation simulation;
    private final String name;
    private final CountersOfProcess store;
    private final SegmentIdGenerator generator;
    private final BusinessNumbers numbers;
    private final Duration skew;
    private final List<GeneratorThread> threads = new ArrayList<>();
    private final List<SegmentCaller> callers = new ArrayList<>();
    private long suspendedAt = -1;
    private boolean suspended;
    private boolean suspending;
    private boolean closing;
    private boolean closed;
    private boolean dead;
    private long nanosAfterDeath;

    SegmentProcess(SegmentSimulation simulation, String name) {
        this.simulation = simulation;
        this.name = name;
        SegmentPlan plan = simulation.plan();
        store = new CountersOfProcess(simulation, this);
        SegmentIdGenerator.Builder builder = SegmentIdGenerator.builder(store)
                .name(name)
                .minStep(plan.minStep())
                .maxStep(plan.maxStep())
                .stepDuration(plan.stepDuration())
                .maxWait(plan.maxWait())
                .storeThreads(plan.storeThreads())
                .threadFactory(this::newThread);
        generator = SegmentSeams.inTime(this, builder).build();
        skew = Duration.ofMillis(simulation.chance().between(-MOST_SKEW_MILLIS, MOST_SKEW_MILLIS));
        numbers = TextSeams.businessNumbers(COUNTER, plan.periods(), generator, this::clock);
        for (int i = 0; i < CALLERS; i++) {
            callers.add(new SegmentCaller(simulation, this, generator, i));
        }
    }

    private Thread newThread(Runnable work) {
        GeneratorThread thread = new GeneratorThread(simulation, (BackgroundThreads) work);
        threads.add(thread);
        return thread;
    }

    CountersOfProcess store() {
        return store;
    }

    SegmentCaller anyCaller() {
        return simulation.chance().pick(callers);
    }

    @Override
    public long nanoTime() {
        return simulation.nanoTime() + nanosAfterDeath;
    }

    /** Others run, above all those that are waited for. Who is dead gets no more than an end to the wait. */
    @Override
    public void await(long nanos) {
        if (dead) {
            nanosAfterDeath += nanos;
            Scheduler.requireAnEnd(nanosAfterDeath);
            return;
        }
        long start = simulation.nanos();
        if (simulation.isCalm() || simulation.chance().oneIn(2)) {
            runThreads();
        }
        simulation.meanwhile(1);
        simulation.pass(1_000_000);
        long left = nanos - (simulation.nanos() - start);
        if (left > 0 && simulation.chance().oneIn(2)) {
            simulation.pass(simulation.chance().between(1, left));
        }
    }

    /** Runs what is due, most of the time. */
    void runWhatIsDue() {
        for (GeneratorThread thread : List.copyOf(threads)) {
            if (thread.isDue() && (simulation.isCalm() || !simulation.chance().oneIn(10))) {
                run(thread);
            }
        }
    }

    /** Runs the threads of the generator, whether they are due or come early. */
    void runThreads() {
        List.copyOf(threads).forEach(this::run);
    }

    private void run(GeneratorThread thread) {
        if (dead || thread.isBusy()) {
            return;
        }
        thread.runOnce();
        Throwable failure = thread.failure();
        if (failure != null && !(failure instanceof UidGenerateException)) {
            simulation.ledger().violated(thread.getName() + " of " + this + " failed", failure);
        }
    }

    private Instant clock() {
        return simulation.plan().start().plusNanos(simulation.nanos()).plus(skew);
    }

    /** The counter of a period by the clock of this process: that of now, or of a number. */
    String presentCounter() {
        String now = simulation.plan().periods().format(new CounterNumber(LocalDateTime.ofInstant(clock(), UTC), 0));
        return counterOf(now);
    }

    static String counterOf(String number) {
        return COUNTER + "." + number.substring(0, number.indexOf('-'));
    }

    /** Returns the next business number. */
    String nextNumber() {
        return numbers.next();
    }

    /** Whether a tag has numbers and no ring now, so that all that call for it get ascending ones. */
    boolean isQuiet(String tag) {
        return generator.status().stream().anyMatch(status -> status.tag().equals(tag) && !status.buffered());
    }

    /** The greatest number that any of its threads has got. */
    long greatest(String tag) {
        return callers.stream().mapToLong(caller -> caller.greatest(tag)).max().orElseThrow();
    }

    void requireBounds() {
        SegmentPlan plan = simulation.plan();
        double most = MOST_RANGES * plan.maxStep() + OPEN_BLOCKS;
        for (SegmentStatus status : generator.status()) {
            if (status.available() > most && !plan.goesBack()) {
                simulation.ledger().violated(this + " has too many numbers: " + status, null);
            }
        }
    }

    /** Another call waits until it is over, as one for a resumption does. */
    void suspend() {
        if (suspending) {
            return;
        }
        suspending = true;
        try {
            simulation.say(this + " is suspended");
            generator.suspend();
            suspended = true;
            suspendedAt = simulation.ledger().nextEvent();
        } finally {
            suspending = false;
        }
    }

    void resume() {
        if (suspended && !closing && !suspending) {
            simulation.say(this + " is resumed");
            generator.resume();
            suspended = false;
        }
    }

    boolean isSuspended() {
        return suspended;
    }

    /** When it was suspended last, or -1. */
    long suspendedAt() {
        return suspendedAt;
    }

    void forget(String tag) {
        simulation.say(String.format(Locale.ROOT, "%s forgets %s: %s", this, tag, generator.forget(tag)));
    }

    void close() {
        simulation.say(this + " is closed");
        closing = true;
        generator.close();
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether its threads have ended. Call it some time after it was closed. */
    boolean hasEnded() {
        return threads.stream().allMatch(GeneratorThread::hasEnded);
    }

    void crash() {
        simulation.say(this + " crashes");
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    Duration timeAfterDeath() {
        return Duration.ofNanos(nanosAfterDeath);
    }

    @Override
    public String toString() {
        return name;
    }
}
