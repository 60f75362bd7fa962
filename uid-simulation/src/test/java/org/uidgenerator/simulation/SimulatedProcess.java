package org.uidgenerator.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.springframework.core.NestedRuntimeException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.impl.CachedUidGenerator;
import org.uidgenerator.impl.GeneratorSeams;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.LeaseSeams;
import org.uidgenerator.worker.db.LeasedWorkerIdAssigner;

/** A process with a generator and the threads that it makes: they run when the simulation says so. */
final class SimulatedProcess implements Passage {
    private static final int CALLERS = 3;

    private final Simulation simulation;
    private final Host host;
    private final String name;
    private final GeneratorKind kind;
    private final LeasedWorkerIdAssigner assigner;
    private final BackgroundThread keeper;
    private final BackgroundThread padder;
    private final Timers timers;
    private final List<Caller> callers = new ArrayList<>();
    private UidGenerator generator;
    private Runnable padderUntilClosed;
    private Tenure tenure;
    private boolean takesWorkerId;
    private long checkedMillis;
    private long jumpsAtCheck;
    private boolean closing;
    private boolean closed;
    private boolean dead;
    private long nanosAfterDeath;

    SimulatedProcess(Simulation simulation, Host host, String name) {
        this.simulation = simulation;
        this.host = host;
        this.name = name;
        Plan plan = simulation.plan();
        kind = simulation.chance().pick(List.of(GeneratorKind.values()));
        assigner = LeaseSeams.inTime(
                        this,
                        simulation.chance().random(),
                        simulation
                                .weakness()
                                .weaken(LeasedWorkerIdAssigner.builder(new StoreOfProcess(simulation, this))
                                        .namespace("simulation")
                                        .workerIds(0, plan.workerIds() - 1)
                                        .reservation(plan.reservation())
                                        .maxBorrow(plan.maxBorrow())
                                        .storeTimeout(plan.storeTimeout())
                                        .holder(name)
                                        .clock(host.clock)))
                .build();
        keeper = new BackgroundThread(simulation, plan.reservation().toNanos() / 4);
        padder = new BackgroundThread(simulation, 0);
        timers = new Timers(simulation);
    }

    void start() {
        simulation.say(String.format(Locale.ROOT, "%s starts, %s", this, kind));
        try {
            UidGenerator started = kind.start(
                    this, simulation.plan(), (int) simulation.chance().between(1, 99));
            noteCheck();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new Caller(simulation, this, started, i));
            }
            generator = started;
            simulation.say(String.format(Locale.ROOT, "%s is ready: %s", this, tenure));
        } catch (UidGenerateException e) {
            simulation.say(String.format(Locale.ROOT, "%s does not start: %s", this, e.getMessage()));
            requireCause(e, e.getMessage().startsWith("no worker id from"));
            end();
        } catch (RuntimeException | Error e) {
            simulation.ledger().violated(String.format(Locale.ROOT, "%s does not start", this), e);
        }
    }

    WorkerLease assign(UidLayout layout) {
        takesWorkerId = true;
        try {
            WorkerLease lease = simulation.weakness().weaken(assigner.assignWorkerId(layout));
            tenure = new Tenure(lease, simulation.ledger(), simulation::nanos, name, kind != GeneratorKind.DEFAULT);
            simulation.ledger().acquired(tenure);
            return tenure;
        } finally {
            takesWorkerId = false;
        }
    }

    Thread newPadder(Runnable work) {
        padderUntilClosed = work;
        return new Thread(work) {
            @Override
            public synchronized void start() {} // the simulation runs the padder
        };
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
            Simulation.requireAnEnd(nanosAfterDeath);
            return;
        }
        long start = simulation.nanos();
        if (simulation.isCalm() || simulation.chance().oneIn(2)) {
            runKeeper();
        }
        if (simulation.isCalm() || simulation.chance().oneIn(2)) {
            runPadder();
        }
        simulation.meanwhile(this, 1);
        long left = nanos - (simulation.nanos() - start);
        if (left > 0 && simulation.chance().oneIn(2)) {
            simulation.pass(simulation.chance().between(1, left));
        }
    }

    @Override
    public void in(long nanos, Runnable task) {
        timers.start(nanos, task);
    }

    /** Runs what is due, most of the time. */
    void runWhatIsDue() {
        if (timers.areDue() && isOnTime()) {
            runTimers();
        }
        if (keeper.isDue() && isOnTime()) {
            runKeeper();
        }
        if (padder.isDue() && isOnTime()) {
            runPadder();
        }
    }

    private boolean isOnTime() {
        return simulation.isCalm() || !simulation.chance().oneIn(10);
    }

    private void runTimers() {
        if (timers.newestIsDue()) {
            noteCheck();
        }
        timers.run();
    }

    void runPadder() {
        if (generator instanceof CachedUidGenerator cached && !closing && canRun()) {
            padder.run(() -> runPadder(cached));
        }
    }

    private long runPadder(CachedUidGenerator cached) {
        noteCheck();
        Tenure held = tenure;
        int failures = held.failures();
        long sleepNanos = GeneratorSeams.runPadder(cached);
        Throwable failure = GeneratorSeams.paddingFailure(cached);
        if (failure != null) {
            failed("the padder", failure, UidGenerateException.class);
        } else if (held == tenure && held.failures() > failures) {
            simulation.ledger().violated(String.format(Locale.ROOT, "the padder of %s hides that it failed", this));
        }
        return sleepNanos;
    }

    void runKeeper() {
        if (canRun()) {
            keeper.run(() -> {
                long sleepNanos = LeaseSeams.runKeeper(assigner);
                Throwable failure = LeaseSeams.storeFailure(assigner);
                if (failure != null) {
                    failed("the keeper", failure, NestedRuntimeException.class);
                }
                return sleepNanos;
            });
        }
    }

    private boolean canRun() {
        return !dead && !host.isPaused();
    }

    private void failed(String who, Throwable failure, Class<?> mayBe) {
        simulation.say(String.format(Locale.ROOT, "%s of %s failed: %s", who, this, failure.getMessage()));
        if (!mayBe.isInstance(failure) && !dead) {
            simulation.ledger().violated(String.format(Locale.ROOT, "%s of %s failed", who, this), failure);
        }
    }

    /** The generator looks after what is open, and sees what there is to see. */
    private void noteCheck() {
        checkedMillis = host.clock.millis();
        jumpsAtCheck = host.clock.jumps();
        tenure.isRevoked();
    }

    /** Whether the last look after what is open was recent enough for it to be fresh. */
    boolean isFresh() {
        if (kind == GeneratorKind.DEFAULT) {
            return !timers.newestIsPending() || (host.clock.jumps() == jumpsAtCheck && !timers.newestIsDue());
        }
        return host.clock.jumps() == jumpsAtCheck
                && host.clock.millis() - checkedMillis
                        <= 2 * (simulation.plan().maxStaleness().toMillis() / 8);
    }

    /** Has a caller ask for UIDs, unless there is none that could. */
    void call(int uids) {
        // A caller of the default generator that takes a new worker id holds the lock of the others.
        boolean blocked = kind == GeneratorKind.DEFAULT && takesWorkerId;
        if (generator != null && !blocked && !dead) {
            simulation.chance().pick(callers).call(uids);
        }
    }

    void close() {
        if (generator == null || closing) {
            return;
        }
        simulation.say(this + " is closed");
        closing = true;
        generator.close();
        closed = true;
    }

    /** Ends a closed process: first its padder, which gives the worker id back. */
    void endIfClosed() {
        if (closed && !keeper.isBusy() && !dead) {
            padder.run(() -> {
                if (padderUntilClosed != null) {
                    padderUntilClosed.run();
                }
                end();
                return 0;
            });
        }
    }

    private void end() {
        if (!dead) {
            assigner.close();
            simulation.say(this + " has ended");
            dead = true;
            host.ended(this);
        }
    }

    void die() {
        dead = true;
    }

    void requireCause(UidGenerateException e, boolean required) {
        if (required && e.getCause() == null && !dead) {
            simulation
                    .ledger()
                    .violated(
                            String.format(Locale.ROOT, "an exception of %s has no cause: %s", this, e.getMessage()), e);
        }
    }

    boolean isReady() {
        return generator != null && !closing;
    }

    boolean isDead() {
        return dead;
    }

    boolean isClosed() {
        return closed;
    }

    GeneratorKind kind() {
        return kind;
    }

    Host host() {
        return host;
    }

    List<Caller> callers() {
        return callers;
    }

    Throwable paddingFailure() {
        return generator instanceof CachedUidGenerator cached ? GeneratorSeams.paddingFailure(cached) : null;
    }

    String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
