package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidRange;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.spring.boot.actuator.Health;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.text.BusinessNumbers;

/** Counters that the properties describe, in a real table. */
class SegmentsTest {
    private final ApplicationContextRunner nothing = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class, UidAutoConfiguration.class, UidSegmentAutoConfiguration.class));
    private final ApplicationContextRunner context = nothing.withUserConfiguration(Databases.One.class);

    private static SegmentIdGenerator segments(ApplicationContext context) {
        return context.getBean(SegmentIdGenerator.class);
    }

    private static JdbcTemplate sql(ApplicationContext context) {
        return new JdbcTemplate(context.getBean(DataSource.class));
    }

    static final class Shop {
        final SegmentTag orders;
        final SegmentTag parcels;

        Shop(@Qualifier("orders") SegmentTag orders, @Qualifier("parcels") SegmentTag parcels) {
            this.orders = orders;
            this.parcels = parcels;
        }
    }

    @Test
    void areInjectedByTheirTags() {
        context.withBean(Shop.class)
                .withPropertyValues("uid.segments.tags.orders.first=1001", "uid.segments.tags.parcels.first=1")
                .run(started -> {
                    Shop shop = started.getBean(Shop.class);
                    assertThat(shop.orders.getUID()).isEqualTo(1001);
                    assertThat(shop.orders.getUID()).isEqualTo(1002);
                    assertThat(shop.parcels.getUID()).isEqualTo(1);
                    assertThat(segments(started).getUID("orders")).isEqualTo(1003);
                    assertThat(started.getBean("ordersSegmentTag")).isSameAs(shop.orders);
                });
    }

    static final class Desk {
        final BusinessNumbers orders;
        final BusinessNumbers receipts;

        Desk(@Qualifier("orders") BusinessNumbers orders, @Qualifier("receipts") BusinessNumbers receipts) {
            this.orders = orders;
            this.receipts = receipts;
        }
    }

    private static String today() {
        return DateTimeFormatter.ofPattern("yyMMdd", Locale.ROOT).format(LocalDate.now(ZoneId.systemDefault()));
    }

    @Test
    void areBusinessNumbersByAPattern() {
        context.withBean(Desk.class)
                .withPropertyValues(
                        "uid.segments.unknown-tags=create",
                        "uid.segments.tags.orders.pattern=T{yyMMdd}{counter:5}",
                        "uid.segments.tags.receipts.pattern=R{counter:4}",
                        "uid.segments.tags.receipts.first=77")
                .run(started -> {
                    Desk desk = started.getBean(Desk.class);
                    String before = today();
                    String first = desk.orders.next();
                    assertThat(first).isIn("T" + before + "00001", "T" + today() + "00001");
                    Instant midday = Instant.parse("2026-11-21T12:00:00Z");
                    String day = "T26"
                            + DateTimeFormatter.ofPattern("MMdd", Locale.ROOT)
                                    .format(midday.atZone(ZoneId.systemDefault()));
                    assertThat(desk.orders.next(midday)).isEqualTo(day + "00001");
                    assertThat(desk.orders.next(midday)).isEqualTo(day + "00002");
                    assertThat(desk.receipts.next()).isEqualTo("R0077");
                    assertThat(segments(started).getUID("receipts")).isEqualTo(78);
                    assertThat(started.getBean("ordersBusinessNumbers")).isSameAs(desk.orders);
                    assertThat(started).doesNotHaveBean(SegmentTag.class);
                    assertThat(sql(started).queryForList("SELECT TAG FROM SEGMENT", String.class))
                            .contains("receipts")
                            .doesNotContain("orders");
                });
    }

    @Test
    void beginTheDaysOfAPatternInItsZone() {
        context.withPropertyValues(
                        "uid.segments.unknown-tags=create",
                        "uid.segments.tags.east.pattern={yyMMdd}{counter:3}",
                        "uid.segments.tags.east.zone=Pacific/Kiritimati",
                        "uid.segments.tags.west.pattern={yyMMdd}{counter:3}",
                        "uid.segments.tags.west.zone=-12:00")
                .run(started -> {
                    Instant noon = Instant.parse("2026-11-20T11:00:00Z");
                    assertThat(started.getBean("eastBusinessNumbers", BusinessNumbers.class)
                                    .next(noon))
                            .isEqualTo("261121001");
                    assertThat(started.getBean("westBusinessNumbers", BusinessNumbers.class)
                                    .next(noon))
                            .isEqualTo("261119001");
                });
    }

    /** A start that fails again and again would use up the numbers of a day. */
    @Test
    void ofAPatternWithATimeAreNotTakenBeforeTheFirstIsWanted() {
        context.withPropertyValues(
                        "uid.segments.unknown-tags=create", "uid.segments.tags.orders.pattern={yy}{counter:5}")
                .run(started -> {
                    assertThat(segments(started).status()).isEmpty();
                    started.getBean(BusinessNumbers.class).next();
                    assertThat(segments(started).status()).hasSize(1);
                });
    }

    @Test
    void takeNoWorkerIdUnlessUidsAreWanted() {
        context.withPropertyValues("uid.segments.tags.orders.first=1").run(started -> {
            assertThat(started.getBeanFactory().containsSingleton("uidGenerator"))
                    .isFalse();
            assertThat(sql(started).queryForList("SHOW TABLES")).hasSize(1);

            assertThat(started.getBean(UidGenerator.class).getUID()).isPositive();
            assertThat(sql(started).queryForList("SHOW TABLES")).hasSize(2);
        });
    }

    static final class Uids {
        Uids(UidGenerator uids, SegmentTag orders) {
            assertThat(uids.getUID()).isPositive();
            assertThat(orders.getUID()).isEqualTo(1);
        }
    }

    @Test
    void areNoUidGenerators() {
        context.withBean(Uids.class)
                .withPropertyValues("uid.segments.tags.orders.first=1")
                .run(started -> assertThat(started).hasNotFailed());
    }

    @Test
    void continueWhereTheCounterIs() {
        JdbcDataSource database = Databases.h2();
        ApplicationContextRunner application = nothing.withBean(DataSource.class, () -> database)
                .withPropertyValues("uid.segments.tags.orders.first=1001", "uid.segments.min-step=100");

        application.run(first -> assertThat(segments(first).getUID("orders")).isEqualTo(1001));
        application.run(second -> assertThat(segments(second).getUID("orders")).isEqualTo(1002));
    }

    @Test
    void areCreatedWithTheLimitsOfTheProperties() {
        context.withPropertyValues(
                        "uid.segments.tags.orders.first=1001",
                        "uid.segments.tags.orders.max=1500",
                        "uid.segments.tags.orders.step=20",
                        "uid.segments.tags.orders.description=orders of the shop")
                .run(started -> {
                    assertThat(segments(started).takeRange("orders", 100).size())
                            .isEqualTo(20);
                    assertThat(sql(started)
                                    .queryForMap("SELECT STEP, MAX_UID, DESCRIPTION FROM SEGMENT WHERE TAG = 'orders'"))
                            .containsEntry("STEP", 20L)
                            .containsEntry("MAX_UID", 1500L)
                            .containsEntry("DESCRIPTION", "orders of the shop");
                });
    }

    @Test
    void areThoseOfTheStoreIdentityThatIsExpected() {
        JdbcDataSource database = Databases.h2();
        ApplicationContextRunner application = nothing.withBean(DataSource.class, () -> database)
                .withPropertyValues("uid.segments.tags.orders.first=1");

        application
                .withPropertyValues("uid.segments.expected-identity=SEGMENT")
                .run(started -> assertThat(started).hasNotFailed());
        application
                .withPropertyValues("uid.segments.expected-identity=SEGMENT/482903117264")
                .run(started -> assertThat(started.getStartupFailure())
                        .rootCause()
                        .hasMessageStartingWith(
                                "expectedIdentity=SEGMENT/482903117264 is expected, but SEGMENT holds SEGMENT/"));
    }

    @Test
    void haveTheNamesThatAreWritten() {
        context.withPropertyValues(
                        "uid.segments.unknown-tags=create",
                        "uid.segments.tags.orderLines.first=5",
                        "uid.segments.tags[shop/order.lines].first=6",
                        "uid.segments.tags.empty=")
                .run(started -> {
                    assertThat(segments(started).getUID("orderLines")).isEqualTo(5);
                    assertThat(segments(started).getUID("shop/order.lines")).isEqualTo(6);
                    assertThat(segments(started).getUID("empty")).isEqualTo(1);
                    assertThat(started).hasBean("shop/order.linesSegmentTag");
                });
    }

    @Test
    void endTheStartIfOneDoesNotExistAndIsNotToBeCreated() {
        context.withPropertyValues("uid.segments.tags.orders.first=1", "uid.segments.tags.ordrs=")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .hasMessage("no counter of tag ordrs in SEGMENT, JdbcSegmentStore.create makes one"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "uid.segments.tags.orders=5 | Property uid.segments.tags.orders with value '5' is invalid: It must be empty or have properties, such as uid.segments.tags.orders.first=1",
                "uid.segments.tags=orders | Property uid.segments.tags with value 'orders' is invalid: Each name is a property of its own, such as uid.segments.tags.orders=",
                "uid.segments.tags.orders.first=x | Failed to bind properties under 'uid.segments.tags.orders.first' to java.lang.Long",
                "uid.segments.tags.orders.first=-1 | uid.segments.tags.orders.first must not be negative: uid.segments.tags.orders.first=-1",
                "uid.segments.tags.orders.step=9 | Property uid.segments.tags.orders.step with value '9' is invalid: It is for a counter that is created, so uid.segments.tags.orders.first must be set, too",
                "uid.segments.tags.orders.pattern=T{yyMMdd} | Property uid.segments.tags.orders.pattern with value 'T{yyMMdd}' is invalid: pattern must have {counter} once",
                "uid.segments.tags.orders.pattern= | Property uid.segments.tags.orders.pattern with value '' is invalid: pattern must have {counter} once",
                "uid.segments.tags.orders.pattern=T{yyMMdd}{counter:5},uid.segments.tags.orders.first=1 | Property uid.segments.tags.orders.first with value '1' is invalid: Each period of a pattern with a time has a counter of its own, which begins at 1",
                "uid.segments.tags.orders.pattern=T{yyMMdd}{counter:5},uid.segments.tags.orders.max=99 | Property uid.segments.tags.orders.max with value '99' is invalid: Each period of a pattern with a time has a counter of its own, which begins at 1",
                "uid.segments.tags.orders.pattern=T{counter:5},uid.segments.tags.orders.max=99 | Property uid.segments.tags.orders.max with value '99' is invalid: It is for a counter that is created, so uid.segments.tags.orders.first must be set, too",
                "uid.segments.tags.orders.pattern=T{counter:5},uid.segments.tags.orders.zone=UTC | Property uid.segments.tags.orders.zone with value 'UTC' is invalid: It is for a pattern with a time, such as uid.segments.tags.orders.pattern=T{yyMMdd}{counter:5}",
                "uid.segments.tags.orders.zone=UTC | Property uid.segments.tags.orders.zone with value 'UTC' is invalid: It is for a pattern with a time, such as uid.segments.tags.orders.pattern=T{yyMMdd}{counter:5}",
                "uid.segments.tags[shop/orders].pattern=T{yy}{counter:5},uid.segments.unknown-tags=create | uid.segments.tags[shop/orders]: name must be 1 to 64 letters, digits, '.', '_' and '-': name=shop/orders",
                "uid.segments.tags.orders.max=x,uid.segments.tags.orders.first=1 | Failed to bind properties under 'uid.segments.tags.orders.max' to java.lang.Long",
                "uid.segments.tags.orders.max=9,uid.segments.tags.orders.first=10 | uid.segments.tags.orders.max must not be less than first (10): uid.segments.tags.orders.max=9",
            })
    void refuseWhatIsNoNumber(String property, String message) {
        context.withPropertyValues(property.split(","))
                .run(started -> assertThat(started.getStartupFailure()).hasStackTraceContaining(message.trim()));
    }

    @Test
    void haveTheOptionsOfTheProperties() {
        context.withPropertyValues(
                        "uid.segments.jdbc.table-name=COUNTERS",
                        "uid.segments.unknown-tags=create",
                        "uid.segments.min-step=10",
                        "uid.segments.max-step=5")
                .run(started -> assertThatThrownBy(() -> segments(started))
                        .hasRootCauseMessage(
                                "1 <= minStep <= maxStep <= 1000000000000 must hold: minStep=10, maxStep=5"));
        context.withPropertyValues(
                        "uid.segments.jdbc.table-name=COUNTERS",
                        "uid.segments.unknown-tags=create",
                        "uid.segments.min-step=10")
                .run(started -> {
                    assertThat(segments(started).tag("orders").status().step()).isEqualTo(10);
                    assertThat(sql(started)
                                    .queryForObject("SELECT LAST_UID FROM COUNTERS WHERE TAG = 'orders'", Long.class))
                            .isEqualTo(10);
                });
    }

    /** It is there as soon as a module is that counts. */
    @Test
    void areMadeWhenTheyAreWanted() {
        context.run(started -> {
            assertThat(started).hasSingleBean(SegmentIdGenerator.class);
            assertThat(started.getBeanFactory().containsSingleton(BeanNames.SEGMENT_ID_GENERATOR))
                    .isFalse();
            assertThat(started.getBeanFactory().containsSingleton("uidGenerator"))
                    .isTrue();
        });
    }

    @Test
    void areThoseOfLeaf() {
        JdbcDataSource database = Databases.h2();
        new JdbcTemplate(database)
                .execute("CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) PRIMARY KEY, max_id BIGINT, step INT);"
                        + "INSERT INTO leaf_alloc VALUES ('leaf-segment-test', 2001, 1000)");
        nothing.withBean(DataSource.class, () -> database)
                .withPropertyValues("uid.segments.jdbc.table-kind=leaf", "uid.segments.tags.leaf-segment-test=")
                .run(started ->
                        assertThat(started.getBean(SegmentTag.class).getUID()).isEqualTo(2001));
    }

    @Test
    void areThoseOfTinyId() {
        JdbcDataSource database = Databases.h2();
        new JdbcTemplate(database)
                .execute(
                        "CREATE TABLE ids (biz_type VARCHAR(63) PRIMARY KEY, max_id BIGINT, step INT, delta INT, remainder INT);"
                                + "INSERT INTO ids VALUES ('orders', 1, 100, 2, 1)");
        nothing.withBean(DataSource.class, () -> database)
                .withPropertyValues(
                        "uid.segments.jdbc.table-kind=tiny-id",
                        "uid.segments.jdbc.table-name=ids",
                        "uid.segments.tags.orders=")
                .run(started -> assertThat(started.getBean(SegmentTag.class).getUID() % 2)
                        .isEqualTo(1));
    }

    @Test
    void needATableWhereItMayNotBeCreated() {
        context.withPropertyValues("uid.segments.jdbc.table-creation=never", "uid.segments.tags.orders.first=1")
                .run(started -> assertThat(started.getStartupFailure())
                        .hasStackTraceContaining("no range from SEGMENT: the table is missing; create it with"
                                + " sql/segment-h2.sql or set tableCreation=ALWAYS"));
    }

    @Test
    void createNoTableOfOthers() {
        context.withPropertyValues("uid.segments.jdbc.table-kind=leaf", "uid.segments.tags.orders=")
                .run(started -> assertThat(started.getStartupFailure())
                        .hasStackTraceContaining("no range from leaf_alloc: Table \"LEAF_ALLOC\" not found"));
    }

    /** Its user may create nothing. */
    @Test
    void useATableThatIsThereWithoutTheRightToCreateOne() {
        JdbcDataSource owner = Databases.h2();
        JdbcSegmentStore.on(owner).list();
        new JdbcTemplate(owner)
                .execute("CREATE USER clerk PASSWORD 'x'; GRANT SELECT, INSERT, UPDATE ON SEGMENT TO clerk");
        JdbcDataSource clerk = new JdbcDataSource();
        clerk.setUrl(owner.getURL().replace(";DB_CLOSE_DELAY=-1", "")); // not his to set
        clerk.setUser("clerk");
        clerk.setPassword("x");
        nothing.withBean(DataSource.class, () -> clerk)
                .withPropertyValues("uid.segments.jdbc.table-creation=always", "uid.segments.tags.orders.first=1")
                .run(started ->
                        assertThat(started.getBean(SegmentTag.class).getUID()).isEqualTo(1));
    }

    @Test
    void sayWhichStoreDoesNotAnswer() {
        JdbcDataSource away = new JdbcDataSource();
        away.setUrl("jdbc:h2:mem:missing;IFEXISTS=TRUE");
        nothing.withBean(DataSource.class, () -> away)
                .withPropertyValues("uid.segments.tags.orders.first=1")
                .run(
                        started -> assertThat(started.getStartupFailure())
                                .hasStackTraceContaining(
                                        "UidGenerateException: no counter of tag orders in SEGMENT: Database \"mem:missing\" not found"));
    }

    static final class Counted implements SegmentStore {
        private long last;

        @Override
        public synchronized UidRange take(String tag, long length) {
            last += length;
            return new UidRange(last - length + 1, last, 1);
        }
    }

    @Test
    void comeFromTheStoreOfTheApplication() {
        ApplicationContextRunner own = context.withBean("own", SegmentStore.class, Counted::new);
        own.withPropertyValues("uid.segments.tags.orders=").run(started -> {
            assertThat(started.getBean(SegmentTag.class).getUID()).isEqualTo(1);
            assertThat(started).hasSingleBean(SegmentStore.class);
            assertThat(started.getBeanFactory().getDependenciesForBean(BeanNames.SEGMENT_ID_GENERATOR))
                    .contains("own");
        });
        own.withPropertyValues("uid.segments.tags.orders.pattern={yy}{counter:5}")
                .run(started -> assertThat(
                                started.getBean(BusinessNumbers.class).next(Instant.parse("2026-07-01T00:00:00Z")))
                        .isEqualTo("2600001"));
        own.withPropertyValues("uid.segments.tags.orders.first=10")
                .run(started -> assertThat(started)
                        .getFailure()
                        .hasStackTraceContaining("uid.segments.tags.orders.first must not be set, because ")
                        .hasStackTraceContaining(" creates no counters: uid.segments.tags.orders.first=10"));
    }

    @Test
    void backOffWhereThereIsAGenerator() {
        context.withBean(
                        SegmentIdGenerator.class,
                        () -> SegmentIdGenerator.builder(new Counted()).build())
                .withPropertyValues("uid.segments.tags.orders=")
                .run(started -> assertThat(started)
                        .hasNotFailed()
                        .doesNotHaveBean(SegmentTag.class)
                        .doesNotHaveBean(SegmentStore.class));
        nothing.withPropertyValues("uid.enabled=false", "uid.segments.tags.orders=")
                .run(started -> assertThat(started).hasNotFailed().doesNotHaveBean(SegmentIdGenerator.class));
    }

    private static void assertNoCounters(AssertableApplicationContext started, String description, String... actions) {
        FailureAnalysis analysis = FailureAnalysisTest.analysis(started.getStartupFailure());
        assertThat(analysis.getDescription()).isEqualTo(description);
        assertThat(analysis.getAction()).contains(actions);
    }

    @Test
    void sayWhatTheyNeed() {
        ApplicationContextRunner wanted = nothing.withPropertyValues("uid.segments.tags.orders.first=1");
        String[] choices = {
            "- Add a DataSource, such as spring.datasource.url and its driver.",
            "- Add a Redis client, such as spring.data.redis.url, and the module uid-redis.",
            "- Add a CuratorFramework bean and the module uid-zookeeper.",
            "- Define a SegmentStore bean."
        };
        wanted.run(started -> assertNoCounters(
                started,
                "Counters are in a store, and there is no bean to open one on: DataSource, RedisClient, RedisClusterClient, RedisConnectionFactory or CuratorFramework.",
                choices));
        wanted.withUserConfiguration(Databases.Two.class)
                .run(started -> assertNoCounters(
                        started,
                        "counters are to come from DataSource, and there are several such beans: a, b.",
                        "Mark one of them with @UidStore, or make it the primary one."));
        wanted.withClassLoader(new FilteredClassLoader("org.uidgenerator.redis"))
                .withPropertyValues("uid.segments.store=redis")
                .run(started -> assertNoCounters(
                        started,
                        "uid.segments.store=redis needs the module uid-redis, and it is not on the class path.",
                        "Add the dependency org.uidgenerator:uid-redis, or set uid.segments.store to something else."));
    }

    @Configuration(proxyBeanMethods = false)
    static class MarkedRedis {
        @Bean(destroyMethod = "shutdown")
        @UidStore
        RedisClient marked() {
            return RedisClient.create("redis://127.0.0.1:1");
        }
    }

    @Test
    void areWhereWorkerIdsAre() {
        context.withUserConfiguration(MarkedRedis.class)
                .withPropertyValues("uid.worker.id=1")
                .run(started -> assertThat(started.getBeanFactory().getType(BeanNames.SEGMENT_STORE))
                        .isEqualTo(RedisSegmentStore.class));
        context.withUserConfiguration(MarkedRedis.class)
                .withPropertyValues("uid.segments.store=jdbc", "uid.segments.tags.orders.first=1")
                .run(started ->
                        assertThat(started.getBean(SegmentTag.class).getUID()).isEqualTo(1));
        nothing.withUserConfiguration(Databases.OneIsMarked.class, MarkedRedis.class)
                .withPropertyValues("uid.worker.id=1", "uid.segments.tags.orders.first=1")
                .run(started -> assertNoCounters(
                        started,
                        "uid.segments.store must be set if beans of several kinds are marked with @UidStore: [jdbc, redis].",
                        "Set uid.segments.store: jdbc or redis."));
        nothing.withUserConfiguration(Databases.OneIsMarked.class)
                .withPropertyValues("uid.segments.tags.orders.first=1")
                .run(started -> assertThat(started.getBeanFactory().getDependenciesForBean(BeanNames.SEGMENT_STORE))
                        .contains("a")
                        .doesNotContain("b"));
        nothing.withUserConfiguration(MarkedRedis.class)
                .withPropertyValues("uid.segments.jdbc.table-name=X", "uid.segments.tags.orders.first=1")
                .run(
                        started -> assertThat(started)
                                .getFailure()
                                .rootCause()
                                .hasMessage(
                                        "no bean heeds uid.segments.jdbc.table-name=X (\"uid.segments.jdbc.table-name\" from property source \"test\"), since uid.segments.store=redis unless set"));
    }

    @Test
    void areClosedBeforeTheirStoreAndSuspendedWithTheContext() {
        context.withPropertyValues("uid.segments.tags.orders.first=1", "uid.segments.min-step=100")
                .run(started -> {
                    SegmentTag orders = started.getBean(SegmentTag.class);
                    assertThat(orders.getUID()).isEqualTo(1);
                    assertThat(started.getBeanFactory().getDependenciesForBean("ordersSegmentTag"))
                            .contains(BeanNames.SEGMENT_ID_GENERATOR);
                    assertThat(started.getBeanFactory().getDependenciesForBean(BeanNames.SEGMENT_ID_GENERATOR))
                            .contains(BeanNames.SEGMENT_STORE);
                    assertThat(started.getBeanFactory().getDependenciesForBean(BeanNames.SEGMENT_STORE))
                            .contains("dataSource");

                    started.getSourceApplicationContext().stop();
                    assertThatThrownBy(orders::getUID).hasMessage("segmentIdGenerator/orders is suspended");
                    started.getSourceApplicationContext().start();
                    assertThat(orders.getUID()).isEqualTo(2);

                    started.close();
                    assertThatThrownBy(orders::getUID).hasMessage("segmentIdGenerator/orders is closed");
                });
    }

    @Test
    void areShownByMeters() {
        context.withConfiguration(AutoConfigurations.of(UidActuatorAutoConfiguration.class))
                .withPropertyValues("uid.segments.tags.orders.first=1001")
                .run(started -> {
                    MeterRegistry meters = new SimpleMeterRegistry();
                    started.getBean(MeterBinder.class).bindTo(meters);

                    assertThat(meters.get("uid.segment.highest")
                                    .tag("generator", BeanNames.SEGMENT_ID_GENERATOR)
                                    .tag("tag", "orders")
                                    .gauge()
                                    .value())
                            .isEqualTo(2000);
                    assertThat(started.getBeanFactory().containsSingleton("uidGenerator"))
                            .isFalse();
                });
    }

    @Test
    void areShownByHealth() {
        JdbcDataSource database = Databases.h2();
        nothing.withBean(DataSource.class, () -> database)
                .withPropertyValues(
                        "uid.segments.min-step=10",
                        "uid.segments.max-wait=10s",
                        "uid.segments.tags.orders.first=1",
                        "uid.segments.tags.parcels.first=1")
                .run(started -> {
                    assertThat(Health.of(started.getBeanFactory()))
                            .isEqualTo(new Health(
                                    "UP", Map.of(BeanNames.SEGMENT_ID_GENERATOR, Map.of("status", "UP", "tags", 2))));

                    SegmentTag orders = segments(started).tag("orders");
                    database.setUrl("jdbc:h2:mem:gone;IFEXISTS=TRUE");
                    Health health = Health.of(started.getBeanFactory());
                    while (!health.condition().equals("DOWN")) { // the store is asked in the background
                        useUp(orders);
                        health = Health.of(started.getBeanFactory());
                    }
                    assertThat(health.details().get(BeanNames.SEGMENT_ID_GENERATOR))
                            .asString()
                            .contains("status=DOWN", "tags=2", "failing=1", "tag orders={status=DOWN, available=0")
                            .contains("got no range of tag orders from SEGMENT: Database \"mem:gone\" not found")
                            .doesNotContain("tag parcels");
                });
    }

    private static void useUp(SegmentTag tag) {
        while (tag.tryGetUID(Duration.ZERO).isPresent()) {
            Thread.onSpinWait();
        }
    }
}
