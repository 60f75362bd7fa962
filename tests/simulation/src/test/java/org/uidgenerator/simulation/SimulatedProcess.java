package org.uidgenerator.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.contract.RestingLeaseStore;
import org.uidgenerator.generator.GeneratorSeams;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.test.internal.DelegatingLeaseStore;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeaseSeams;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** A process with a generator and the threads that it makes: they run when the simulation says so. */
final class SimulatedProcess implements Passage {
    private static final int CALLERS = 3;

    private final Simulation simulation;
    private final Host host;
    private final String name;
    private final GeneratorKind kind;
    private final LeasedWorkerIds assigner;
    private final BackgroundThread keeper;
    private final List<GeneratorThread> threads = new ArrayList<>();
    private final List<Tenure> tenures = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private UidGenerator generator;
    private Tenure tenure;
    private long checkedMillis;
    private long jumpsAtCheck;
    private boolean closing;
    private boolean closed;
    private boolean dead;
    private long nanosAfterDeath;
    private long passed = -1;

    SimulatedProcess(Simulation simulation, Host host, String name) {
        this.simulation = simulation;
        this.host = host;
        this.name = name;
        Plan plan = simulation.plan();
        kind = simulation.chance().pick(List.of(GeneratorKind.values()));
        WorkerLeaseStore table = JdbcLeaseStore.builder(new StoreOfProcess(simulation, this))
                .namespace("simulation")
                .build();
        WorkerLeaseStore store = inTimeOfHost(resting(table));
        LeasedWorkerIdsBuilder leases = LeasedWorkerIds.builder(
                        simulation.weakness().weaken(store))
                .workerIds(0, plan.workerIds() - 1)
                .reservation(plan.reservation())
                .closeTimeout(plan.storeTimeout())
                .holder(name);
        assigner = LeaseSeams.inTime(this, simulation.chance().random(), plan.storeTimeout(), leases)
                .build();
        keeper = new BackgroundThread(simulation, plan.reservation().toNanos() / 4);
    }

    private WorkerLeaseStore resting(WorkerLeaseStore store) {
        boolean rests = simulation.plan().durability() == Durability.LAST_SECONDS
                && simulation.weakness().rests();
        return rests ? new RestingStore(store) : store;
    }

    /** Others act while a write rests, and the answer to the look at it may be lost. */
    private final class RestingStore extends RestingLeaseStore {
        RestingStore(WorkerLeaseStore store) {
            super(store, SimulatedProcess.this::nanoTime, SimulatedProcess.this::await);
        }

        @Override
        protected long crashes() {
            return simulation.store().crashes();
        }

        @Override
        public Optional<LeaseRow> find(long workerId) {
            Optional<LeaseRow> found = super.find(workerId);
            if (simulation.nextFault() != StoreFault.NONE) {
                throw new StoreException("no answer to a look", null);
            }
            return found;
        }
    }

    /** Each host takes its own clock for the store's, so rows may look expired at any time. */
    private WorkerLeaseStore inTimeOfHost(WorkerLeaseStore store) {
        return new DelegatingLeaseStore(store) {
            @Override
            public PendingWrite<Boolean> beginUpdate(Fence expected, LeaseRow row) {
                return store.beginUpdate(expected, row);
            }

            @Override
            public Instant now() {
                return host.clock.instant();
            }
        };
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
            boolean wasSlow = e.getMessage().contains(": others were faster "); // which is no failure of the store
            requireCause(e, e.getMessage().startsWith("no worker id from") && !wasSlow);
            end();
        } catch (RuntimeException | Error e) {
            simulation.ledger().violated(String.format(Locale.ROOT, "%s does not start", this), e);
        }
    }

    WorkerLease assign(LeaseRequest request) {
        WorkerLease lease = assigner.assignWorkerId(request);
        tenure = new Tenure(simulation.weakness().weaken(lease), lease, simulation.ledger(), simulation::nanos, name);
        tenures.add(tenure);
        simulation.ledger().acquired(tenure, request.ordinal() > 0);
        return tenure;
    }

    /** How many worker ids the generator wants from now on: one in the end, when all hosts are to have one. */
    int wantedWorkerIds() {
        int wanted = simulation.isCalm()
                ? 1
                : (int) simulation.chance().between(1, simulation.plan().maxWorkerIds());
        simulation.say(String.format(Locale.ROOT, "%s wants %d worker ids", this, wanted));
        return wanted;
    }

    Thread newThread(Runnable work) {
        GeneratorThread thread = new GeneratorThread(simulation, (BackgroundThreads) work);
        threads.add(thread);
        return thread;
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
            runThreads();
        }
        simulation.meanwhile(this, 1);
        long left = nanos - (simulation.nanos() - start);
        if (left > 0 && simulation.chance().oneIn(2)) {
            simulation.pass(simulation.chance().between(1, left));
        }
    }

    /** Runs what is due, most of the time. */
    void runWhatIsDue() {
        if (keeper.isDue() && isOnTime()) {
            runKeeper();
        }
        for (GeneratorThread thread : List.copyOf(threads)) {
            if (thread.isDue() && isOnTime()) {
                run(thread);
            }
        }
    }

    private boolean isOnTime() {
        return simulation.isCalm() || !simulation.chance().oneIn(10);
    }

    /** Runs the threads of the generator, whether they are due or come early. */
    void runThreads() {
        List.copyOf(threads).forEach(this::run);
    }

    private void run(GeneratorThread thread) {
        if (generator != null && !closing && canRun() && !thread.isBusy()) {
            if (thread.looksAfterWhatIsOpen()) {
                noteCheck();
            }
            thread.runOnce();
            if (thread.failure() != null) {
                failed(thread.getName(), thread.failure(), UidGenerateException.class);
            }
        }
    }

    void runKeeper() {
        if (canRun()) {
            keeper.run(() -> {
                long sleepNanos = LeaseSeams.runKeeper(assigner);
                Throwable failure = LeaseSeams.storeFailure(assigner);
                if (failure != null) {
                    failed("the keeper", failure, StoreException.class);
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
        for (Tenure each : tenures) {
            if (each.looksWhetherItIsRevoked()
                    && !simulation.plan().durability().revokes()) {
                simulation
                        .ledger()
                        .violated(String.format(
                                Locale.ROOT, "%s was revoked, although no write is lost that was confirmed", each));
            }
        }
    }

    /** Whether the last look after what is open was recent enough for it to be fresh. */
    boolean isFresh() {
        if (kind == GeneratorKind.DEFAULT) {
            return host.clock.jumps() == jumpsAtCheck
                    && threads.stream().noneMatch(thread -> thread.looksAfterWhatIsOpen() && thread.isDue());
        }
        return host.clock.jumps() == jumpsAtCheck
                && host.clock.millis() - checkedMillis
                        <= 2 * (simulation.plan().maxStaleness().toMillis() / 8);
    }

    /** Makes a caller ask for UIDs, if one is free. */
    void call(int uids) {
        if (generator != null && !dead) {
            simulation.chance().pick(callers).call(uids);
        }
    }

    /** Makes a caller show the generator a UID, if one is free. */
    void advancePast(long uid) {
        if (generator != null && !dead) {
            simulation.chance().pick(callers).advancePast(uid);
        }
    }

    /** The generator was shown a UID, and has agreed to continue above it. */
    void passed(long uid) {
        passed = Math.max(passed, uid);
    }

    long passed() {
        return passed;
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

    /** Ends a closed process, once its threads have ended. */
    void endIfClosed() {
        if (closed && !keeper.isBusy() && !dead) {
            if (threads.stream().allMatch(GeneratorThread::hasEnded)) {
                end();
            }
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

    Throwable failure() {
        return generator == null ? null : GeneratorSeams.failure(generator);
    }

    String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
