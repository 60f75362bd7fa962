package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** That each property reaches the builder: most of them by a value that the builder refuses by name. */
class UidPropertiesTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    uid.layout.total-bits=64           | totalBits must be in [3, 63]: totalBits=64
                    uid.layout.time-bits=0             | timeBits must be in [1, 61]: timeBits=0
                    uid.layout.worker-bits=41          | workerBits must be in [0, 40]: workerBits=41
                    uid.layout.seq-bits=0              | seqBits must be in [1, 40]: seqBits=0
                    uid.layout.data-center-bits=20     | dataCenterBits must be in [0, 14] (workerBits=14): dataCenterBits=20
                    uid.worker.data-center-id=1        | dataCenterId must be in [0, 0] (dataCenterBits=0): dataCenterId=1
                    uid.layout.text=31/19              | layout must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: layout=31/19
                    uid.layout.tick=25h                | tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT25H
                    uid.boost-power=13                 | boostPower must be in [0, 12]: boostPower=13
                    uid.padding-factor=100             | paddingFactor must be in [1, 99] (percent): paddingFactor=100
                    uid.schedule-interval=0s           | scheduleInterval must be positive: scheduleInterval=PT0S
                    uid.schedule-interval=1500ms       | uid.schedule-interval must be whole seconds: uid.schedule-interval=PT1.5S
                    uid.max-wait=-1s                   | timeout must not be negative: timeout=PT-1S
                    uid.worker.namespace=a b           | namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=a b
                    uid.worker.reservation=1ms         | reservation must be in [PT1S, PT8760H]: reservation=PT0.001S
                    uid.worker.close-timeout=-1s       | closeTimeout must be in [PT0S, PT24H]: closeTimeout=PT-1S
                    uid.worker.max-clock-skew=0s       | maxClockSkew must be in [PT1S, PT8760000H]: maxClockSkew=PT0S
                    uid.worker.worker-ids.last=5       | uid.worker.worker-ids must have both first and last: first=null, last=5
                    uid.worker.assigner=fixed          | uid.worker.id must be set: uid.worker.assigner=fixed
                    uid.worker.assigner=env            | uid.worker.variable must be set: uid.worker.assigner=env
                    """)
    void refuses(String property, String message) {
        context.withPropertyValues(property)
                .run(started -> assertThat(started).getFailure().hasRootCauseMessage(message));
    }

    @ParameterizedTest
    @CsvSource({
        "uid.max-borrow=-1s, maxBorrow must",
        "uid.max-staleness=1ms, maxStaleness must",
        "uid.max-worker-ids=2000, maxWorkerIds must",
        "uid.worker.jdbc.table-name=1a, tableName must",
    })
    void refusesWithTheRuleOfTheBuilder(String property, String rule) {
        context.withPropertyValues(property)
                .run(started -> assertThat(started).getFailure().rootCause().hasMessageStartingWith(rule));
    }

    @ParameterizedTest
    @CsvSource({
        "uid.max-borrow=-1s, maxBorrow must",
        "uid.max-wait=-1s, maxWait must",
        "uid.clock.policy=wait-then-refuse, uid.clock.longest-wait must be set: uid.clock.policy=wait-then-refuse",
        "uid.clock.policy=unused-sequences, uid.clock.ticks must be set: uid.clock.policy=unused-sequences",
        "uid.clock.policy=extension-bits, uid.clock.extension-bits must be set: uid.clock.policy=extension-bits",
        "uid.layout.tick=25h, tick must",
        "uid.worker.restart-gap=-1s, restartGap must",
    })
    void refusesForAnUnbufferedGenerator(String property, String rule) {
        context.withPropertyValues("uid.type=unbuffered", "uid.worker.id=1", property)
                .run(started -> assertThat(started).getFailure().rootCause().hasMessageStartingWith(rule));
    }

    /** It takes longer than anything else that the starter does before it asks the database. */
    @Test
    void bindsThePropertiesOnce() {
        AtomicInteger reads = new AtomicInteger();
        MapPropertySource counting = new MapPropertySource("counting", Map.of("uid.max-wait", "1s")) {
            @Override
            public @Nullable Object getProperty(String name) {
                if (name.equals("uid.max-wait")) {
                    reads.incrementAndGet();
                }
                return super.getProperty(name);
            }
        };

        context.withInitializer(starting ->
                        starting.getEnvironment().getPropertySources().addFirst(counting))
                .run(started -> {
                    assertThat(started).hasSingleBean(UidGenerator.class);
                    assertThat(reads).hasValue(1);
                });
    }

    @Test
    void setsTheLayout() {
        context.withPropertyValues(
                        "uid.layout.time-bits=39",
                        "uid.layout.worker-bits=14",
                        "uid.layout.seq-bits=10",
                        "uid.layout.epoch-str=2026-02-03T04:05:06Z",
                        "uid.layout.tick=100ms")
                .run(started -> assertThat(started.getBean(UidGenerator.class).layout())
                        .isEqualTo(UidLayout.builder()
                                .timeBits(39)
                                .workerBits(14)
                                .seqBits(10)
                                .epoch(Instant.parse("2026-02-03T04:05:06Z"))
                                .tick(Duration.ofMillis(100))
                                .build()));
    }

    @Test
    void startsFromTheLayoutOfAnotherSystem() {
        context.withPropertyValues(
                        "uid.layout.preset=twitter",
                        "uid.layout.field-order=time-sequence-worker",
                        "uid.worker.data-center-id=11",
                        "uid.worker.id=26")
                .run(started -> {
                    UidGenerator generator = started.getBean(UidGenerator.class);
                    assertThat(generator.layout())
                            .isEqualTo(LayoutPreset.TWITTER.layout().toBuilder()
                                    .fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER)
                                    .build());
                    assertThat(generator.parseUID(generator.getUID()))
                            .contains("\"workerId\":\"378\",\"dataCenterId\":\"11\",\"machineId\":\"26\",");
                });
    }

    @Test
    void startsFromALayoutAsText() {
        context.withPropertyValues(
                        "uid.layout.text=32/8/13, worker last, bits of PT0.1S from 2026-02-03T00:00:00Z",
                        "uid.layout.tick=50ms")
                .run(started -> assertThat(started.getBean(UidGenerator.class).layout())
                        .hasToString("32/8/13, worker last, bits of PT0.05S from 2026-02-03T00:00:00Z"));
    }

    @Test
    void startsFromATextOrFromAPresetNotFromBoth() {
        context.withPropertyValues("uid.layout.text=31/16/16", "uid.layout.preset=twitter")
                .run(started -> assertThat(started)
                        .getFailure()
                        .hasRootCauseMessage(
                                "preset and layout must not both be set: preset=TWITTER, layout=31/16/16"));
    }

    @ParameterizedTest
    @CsvSource({
        "wait-then-refuse, uid.clock.longest-wait=-1s,  longest must not be negative: longest=PT-1S",
        "unused-sequences,       uid.clock.ticks=0,           'ticks must be in [1, 10000]: ticks=0'",
        "extension-bits,   uid.clock.extension-bits=18, 'extensionBits must be in [1, 17] (seqBits - 1): extensionBits=18'",
    })
    void hasTheClockPoliciesCheckWhatIsSet(String policy, String property, String message) {
        context.withPropertyValues("uid.type=unbuffered", "uid.worker.id=1", "uid.clock.policy=" + policy, property)
                .run(started -> assertThat(started).getFailure().hasRootCauseMessage(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"keep-counting", "refuse"})
    void borrowsAndStartsAtZeroIfSetTo(String policy) {
        context.withPropertyValues(
                        "uid.type=unbuffered",
                        "uid.layout.text=31/19/13",
                        "uid.clock.policy=" + policy,
                        "uid.overflow=borrow",
                        "uid.max-wait=0s",
                        "uid.sequence-start=zero")
                .run(started -> {
                    UidGenerator generator = started.getBean(UidGenerator.class);
                    long[] uids = new long[20_000]; // more than two ticks of them
                    generator.getUIDs(uids);
                    assertThat(generator.decode(uids[0]).sequence()).isZero();
                });
    }

    @Test
    void countsTicksWithoutAClockAndContinuesAboveThem() {
        JdbcDataSource database = Databases.h2();
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
                .withBean(DataSource.class, () -> database)
                .withPropertyValues("uid.type=unbuffered", "uid.clock.policy=without-clock", "uid.sequence-start=zero");

        application.run(first ->
                assertThat(first.getBean(UidGenerator.class).getUID()).isEqualTo(UidLayout.DEFAULT.encode(0, 0, 0)));
        application.run(second ->
                assertThat(second.getBean(UidGenerator.class).getUID()).isEqualTo(UidLayout.DEFAULT.encode(1, 0, 0)));
    }

    @Test
    void doesWithoutAClockInOneGeneratorOfSeveral() {
        context.withPropertyValues(
                        "uid.generators.orders.type=cached",
                        "uid.generators.counted.type=unbuffered",
                        "uid.generators.counted.clock.policy=without-clock",
                        "uid.generators.counted.worker.namespace=counted")
                .run(started -> {
                    UidGenerator orders = started.getBean("orders", UidGenerator.class);
                    assertThat(orders.decode(orders.getUID()).time()).isAfter("2026-06-01T00:00:00Z");
                    UidGenerator counted = started.getBean("counted", UidGenerator.class);
                    assertThat(counted.decode(counted.getUID()).time()).isEqualTo("2026-01-01T00:00:00Z");
                });
    }

    @Test
    void takesTheEpochAsADate() {
        context.withPropertyValues("uid.layout.epoch-str=2026-02-03")
                .run(started -> assertThat(
                                started.getBean(UidGenerator.class).layout().epoch())
                        .isEqualTo("2026-02-03T00:00:00Z"));
    }

    @Test
    void leasesFromTheTableNamespaceAndRangeThatAreSet() {
        context.withPropertyValues(
                        "uid.worker.jdbc.table-name=UID_WORKERS",
                        "uid.worker.namespace=orders",
                        "uid.worker.holder=me",
                        "uid.worker.worker-ids.first=100",
                        "uid.worker.worker-ids.last=200")
                .run(started -> {
                    assertThat(started.getBean(LeasedWorkerIds.class).workers())
                            .singleElement()
                            .satisfies(worker -> {
                                assertThat(worker.namespace()).isEqualTo("orders");
                                assertThat(worker.holder()).isEqualTo("me");
                                assertThat(worker.workerId()).isEqualTo(100);
                            });
                    assertThat(new JdbcTemplate(started.getBean(DataSource.class))
                                    .queryForList("SELECT * FROM UID_WORKERS WHERE NAMESPACE = 'orders'"))
                            .hasSize(1);
                });
    }

    @ParameterizedTest
    @CsvSource({"leased", "disposable"})
    void createsNoTableIfForbidden(String assigner) {
        context.withPropertyValues("uid.worker.assigner=" + assigner, "uid.worker.jdbc.table-creation=never")
                .run(started ->
                        assertThat(started.getStartupFailure()).hasStackTraceContaining("or set tableCreation=ALWAYS"));
    }

    @Test
    void ordersStrictlyIfAskedTo() {
        context.withPropertyValues("uid.ordering=strict")
                .run(started -> assertThat(takeByTurns(started.getBean(UidGenerator.class)))
                        .isSorted());
    }

    private static List<Long> takeByTurns(UidGenerator generator) throws ExecutionException, InterruptedException {
        List<ExecutorService> threads = List.of(
                Executors.newSingleThreadExecutor(),
                Executors.newSingleThreadExecutor(),
                Executors.newSingleThreadExecutor());
        try {
            List<Long> uids = new ArrayList<>();
            for (int turn = 0; turn < 6; turn++) {
                uids.add(threads.get(turn % 3).submit(generator::getUID).get());
            }
            return uids;
        } finally {
            threads.forEach(ExecutorService::shutdown);
        }
    }
}
