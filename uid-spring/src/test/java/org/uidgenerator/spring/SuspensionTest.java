package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/** Contexts that are stopped and started again, by hand or around a snapshot of the process. */
class SuspensionTest {
    private final DriverManagerDataSource database =
            new DriverManagerDataSource("jdbc:h2:mem:suspension;DB_CLOSE_DELAY=-1");
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

    @BeforeEach
    void defineGenerator() {
        jdk.crac.Core.reset();
        context.registerBean(
                "workerIdAssigner", LeasedWorkerIds.class, () -> LeasedWorkerIds.on(JdbcLeaseStore.on(database)));
        context.registerBean("uidGenerator", CachedUidGeneratorFactoryBean.class);
    }

    @AfterEach
    void shutDown() throws Exception {
        context.close();
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }

    private UidGenerator generator() {
        return context.getBean(UidGenerator.class);
    }

    private WorkerLeaseStatus worker() {
        return context.getBean(LeasedWorkerIds.class).workers().get(0);
    }

    private long[] take() {
        return LongStream.generate(generator()::getUID).limit(1_000).toArray();
    }

    @Test
    void hasNoWorkerIdAndNothingInStoreWhileItIsOnDisk() throws Exception {
        context.refresh();
        List<Long> terms = new ArrayList<>();
        long lastBefore = generator().getUID();
        terms.add(worker().term());
        jdk.crac.Core.onDisk = () -> {
            assertThat(worker().state()).isEqualTo(WorkerLeaseStatus.State.GIVEN_BACK);
            assertThat(worker().reservedThrough())
                    .isGreaterThanOrEqualTo(generator().layout().tickOf(lastBefore));
            assertThatThrownBy(generator()::getUID)
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("uidGenerator is suspended");
        };
        LongStream.Builder all = LongStream.builder().add(lastBefore);

        for (int restore = 0; restore < 2; restore++) {
            Core.checkpointRestore();
            LongStream.of(take()).forEach(all::add);
            terms.add(worker().term());
            assertThat(worker().state()).isEqualTo(WorkerLeaseStatus.State.IN_USE);
        }

        assertThat(all.build()).doesNotHaveDuplicates().isSorted();
        assertThat(terms).doesNotHaveDuplicates();
    }

    @Test
    void startsEachRestoreAboveWhatAnotherRestoreHasHandedOut() throws Exception {
        context.refresh();
        long[] ofOtherRestore = new long[1_000];
        jdk.crac.Core.onDisk = () -> {
            try (AnnotationConfigApplicationContext other = new AnnotationConfigApplicationContext()) {
                other.registerBean(
                        "workerIdAssigner",
                        LeasedWorkerIds.class,
                        () -> LeasedWorkerIds.on(JdbcLeaseStore.on(database)));
                other.registerBean("uidGenerator", CachedUidGeneratorFactoryBean.class);
                other.refresh();
                other.getBean(UidGenerator.class).getUIDs(ofOtherRestore);
            }
        };

        Core.checkpointRestore();

        long[] ofThisRestore = take();
        assertThat(generator().decode(ofThisRestore[0]).workerId()).isZero();
        assertThat(generator().decode(ofOtherRestore[0]).workerId()).isZero();
        assertThat(LongStream.concat(LongStream.of(ofOtherRestore), LongStream.of(ofThisRestore)))
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    void isStoppedAndStartedWithItsContext() {
        context.refresh();
        long before = generator().getUID();

        context.stop();
        assertThatThrownBy(generator()::getUID).hasMessage("uidGenerator is suspended");
        context.start();

        assertThat(generator().getUID()).isGreaterThan(before);
    }

    @Test
    void staysUsableWhileAChildContextIsClosed() {
        context.refresh();
        AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext();
        child.setParent(context);
        child.refresh();

        child.close();
        context.stop();

        assertThatThrownBy(generator()::getUID).hasMessage("uidGenerator is suspended");
        context.start();
        assertThat(generator().getUID()).isPositive();
    }

    @Test
    void runsWhileConnectionPoolsAndWebServersOfItsContextChange() throws Exception {
        Witness pool = new Witness(0);
        Witness webServer = new Witness(SmartLifecycle.DEFAULT_PHASE - 2048);
        context.registerBean("pool", Witness.class, () -> pool);
        context.registerBean("webServer", Witness.class, () -> webServer);
        context.refresh();
        pool.generator = generator();
        webServer.generator = generator();

        Core.checkpointRestore();

        assertThat(pool.seen).containsExactly("stop suspended", "start suspended");
        assertThat(webServer.seen).containsExactly("stop running", "start running");
    }

    /** Looks at the generator when it is stopped and started. */
    private static final class Witness implements SmartLifecycle {
        private final int phase;
        private final List<String> seen = new ArrayList<>();
        private UidGenerator generator;
        private boolean running;

        Witness(int phase) {
            this.phase = phase;
        }

        private void look(String when) {
            if (generator != null) {
                String state;
                try {
                    generator.getUID();
                    state = "running";
                } catch (UidGenerateException e) {
                    state = "suspended";
                }
                seen.add(when + " " + state);
            }
        }

        @Override
        public void start() {
            running = true;
            look("start");
        }

        @Override
        public void stop() {
            running = false;
            look("stop");
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return phase;
        }
    }
}
