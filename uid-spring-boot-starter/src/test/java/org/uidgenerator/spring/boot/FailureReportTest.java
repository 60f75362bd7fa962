package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** What a user reads whose application does not start: the whole text that a real one reports. */
class FailureReportTest {
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    @Import(Databases.One.class)
    static class Application {}

    private static String set(String property, String value) {
        return "    " + property + "=" + value + " (\"" + property + "\" from property source \"commandLineArgs\")";
    }

    private static void assertReport(String report, String... lines) {
        assertThat(report).isEqualTo("Description:\n\n" + String.join("\n", lines));
    }

    @Test
    void aValueOutOfItsRange() {
        assertReport(
                FailureReports.of(Application.class, "--uid.layout.timeBits=70"),
                "A UID generator could not start: uid.layout.time-bits must be in [1, 61]: uid.layout.time-bits=70",
                "",
                "    uid.layout.time-bits=70 (\"uid.layout.timeBits\" from property source \"commandLineArgs\")");
    }

    @Test
    void aSumThatIsWrong() {
        assertReport(
                FailureReports.of(
                        Application.class,
                        "--uid.layout.time-bits=28",
                        "--uid.layout.worker-bits=22",
                        "--uid.layout.seq-bits=14"),
                "A UID generator could not start: uid.layout.time-bits + uid.layout.worker-bits + uid.layout.seq-bits must be 63: 28 + 22 + 14 = 64",
                "",
                set("uid.layout.time-bits", "28"),
                set("uid.layout.worker-bits", "22"),
                set("uid.layout.seq-bits", "14"));
    }

    @Test
    void ofANamedGeneratorWhichPropertiesAreItsOwn() {
        assertReport(
                FailureReports.of(
                        Application.class,
                        "--uid.layout.time-bits=31",
                        "--uid.layout.worker-bits=16",
                        "--uid.layout.seq-bits=16",
                        "--uid.generators.orderLines.layout.seq-bits=17"),
                "The UID generator orderLines could not start: uid.layout.time-bits + uid.layout.worker-bits + uid.generators.orderlines.layout.seq-bits must be 63: 31 + 16 + 17 = 64",
                "",
                set("uid.layout.time-bits", "31"),
                set("uid.layout.worker-bits", "16"),
                "    uid.generators.orderlines.layout.seq-bits=17 (\"uid.generators.orderLines.layout.seq-bits\" from property source \"commandLineArgs\")");
    }

    @Test
    void aWorkerIdThatIsMissing() {
        assertReport(
                FailureReports.of(Application.class, "--uid.worker.assigner=fixed"),
                "A UID generator could not start: uid.worker.id must be set: uid.worker.assigner=fixed",
                "",
                set("uid.worker.assigner", "fixed"));
    }

    @Test
    void aWorkerIdThatDoesNotFitTheLayout() {
        assertReport(
                FailureReports.of(Application.class, "--uid.worker.id=16384"),
                "A UID generator could not start: uid.worker.id must be in [0, 16383] (uid.layout.worker-bits=14): uid.worker.id=16384",
                "",
                set("uid.worker.id", "16384"));
    }

    @Test
    void aVariableThatIsNotSet() {
        assertReport(
                FailureReports.of(Application.class, "--uid.generators.orders.worker.variable=NOBODY_SETS_THIS"),
                "The UID generator orders could not start: environment variable NOBODY_SETS_THIS must be a worker id, a number of at most 18 digits: it is not set",
                "",
                set("uid.generators.orders.worker.variable", "NOBODY_SETS_THIS"));
    }

    @Test
    void aHostThatIsNoPodOfAStatefulSet() {
        assertThat(FailureReports.of(Application.class, "--uid.worker.assigner=statefulset"))
                .startsWith(
                        "Description:\n\nA UID generator could not start: environment variable HOSTNAME must be the name of a StatefulSet pod, such as orders-2: HOSTNAME=")
                .endsWith("\n\n" + set("uid.worker.assigner", "statefulset"));
    }

    @Test
    void anOptionThatIsAWordOfTheLanguage() {
        assertReport(
                FailureReports.of(Application.class, "--uid.worker.reservation=1s", "--uid.layout.tick=900ms"),
                "A UID generator could not start: uid.worker.reservation must be at least two ticks: uid.worker.reservation=PT1S, uid.layout.tick=PT0.9S",
                "",
                set("uid.worker.reservation", "1s"),
                set("uid.layout.tick", "900ms"));
    }

    @Test
    void aWaitThatIsNegative() {
        assertReport(
                FailureReports.of(Application.class, "--uid.max-wait=-1s"),
                "A UID generator could not start: uid.max-wait must not be negative: uid.max-wait=PT-1S",
                "",
                set("uid.max-wait", "-1s"));
    }

    @Test
    void aPatternWhosePeriodsWouldHaveNoCounters() {
        String pattern = "--uid.segments.tags.orders.pattern=T{yyMMdd}{counter:5}";
        assertReport(
                FailureReports.of(Counting.class, pattern),
                "The counters could not start: uid.segments.unknown-tags must be create, because each period of uid.segments.tags.orders.pattern has a tag of its own: uid.segments.unknown-tags=REFUSE",
                "",
                set("uid.segments.tags.orders.pattern", "T{yyMMdd}{counter:5}"));
        assertThatThrownBy(() -> FailureReports.of(Counting.class, pattern, "--uid.segments.unknown-tags=create"))
                .hasMessage("the application has started");
    }

    @ParameterizedTest
    @CsvSource({
        "uid.type,                            'cached, unbuffered, remote'",
        "uid.layout.field-order,              'time-worker-sequence, time-sequence-worker'",
        "uid.generators.orders.type,          'cached, unbuffered, remote'",
        "uid.generators.orders.clock.policy,  'keep-counting, refuse, wait-then-refuse, unused-sequences, extension-bits, without-clock'",
        "uid.generators.orders.worker.assigner, 'leased, disposable, fixed, env, statefulset'"
    })
    void anUnknownValueOfAnEnum(String property, String values) {
        assertReport(
                FailureReports.of(Application.class, "--" + property + "=other"),
                property + "=other (\"" + property
                        + "\" from property source \"commandLineArgs\") is none of its values.",
                "",
                "Action:",
                "",
                "Set " + property + " to one of: " + values + ".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "no", "off", "0"})
    void thatGeneratorsAreSwitchedOff(String value) {
        assertReport(
                FailureReports.of(OneOfSeveral.class, "--uid.enabled=" + value),
                "Parameter " + boot(0) + " of method order in " + OneOfSeveral.class.getName()
                        + " needs a UidGenerator, and the starter makes none: uid.enabled=" + value
                        + " (\"uid.enabled\" from property source \"commandLineArgs\")",
                "",
                "Action:",
                "",
                "Remove uid.enabled, or define a UidGenerator bean.");
    }

    /** Presets serve to read ids as well, so one is there whose ids no generator makes. */
    @Test
    void aLayoutThatHasTheWorkerFirst() {
        assertReport(
                FailureReports.of(Application.class, "--uid.layout.preset=seata"),
                "A UID generator could not start: the time must be the first field for generators and ranges of time: uid.layout.text=41/10/12, worker first, bits of PT0.001S from 2020-05-02T16:00:00Z",
                "",
                set("uid.layout.preset", "seata"));
    }

    @Test
    void aClockPolicyThatABufferedGeneratorHasNot() {
        assertReport(
                FailureReports.of(Application.class, "--uid.clock.policy=refuse"),
                "A UID generator could not start: uid.clock.policy must be keep-counting unless uid.type=unbuffered: uid.clock.policy=refuse",
                "",
                set("uid.clock.policy", "refuse"));
    }

    @Test
    void aGeneratorWithoutAClockWhoseTicksAreNotStored() {
        assertReport(
                FailureReports.of(
                        Application.class,
                        "--uid.generators.orders.type=unbuffered",
                        "--uid.generators.orders.clock.policy=without-clock",
                        "--uid.generators.orders.worker.id=7"),
                "The UID generator orders could not start: a uid.generators.orders.clock.policy without a clock needs a worker id lease whose ticks are stored,"
                        + " because it continues above them after a restart: uid.generators.orders.worker.id=7 stores none",
                "",
                set("uid.generators.orders.clock.policy", "without-clock"),
                set("uid.generators.orders.worker.id", "7"));
    }

    @Test
    void generatorsThatShareWorkerIdsWithAClockAndWithout() {
        assertReport(
                FailureReports.of(
                        Application.class,
                        "--uid.type=unbuffered",
                        "--uid.generators.orders.clock.policy=without-clock",
                        "--uid.generators.logs.clock.policy=refuse"),
                "A UID generator could not start: uid.clock.policy=without-clock must be set for all generators that share worker ids, or for one with a"
                        + " uid.generators.<name>.worker.namespace of its own: with a clock [logs], without [orders]");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidSegmentAutoConfiguration.class})
    @Import(Databases.One.class)
    static class Counting {}

    @Test
    void optionsOfCounters() {
        assertReport(
                FailureReports.of(
                        Counting.class,
                        "--uid.segments.tags.orders.first=1",
                        "--uid.segments.min-step=10",
                        "--uid.segments.max-step=5"),
                "The counters could not start: 1 <= uid.segments.min-step <= uid.segments.max-step <= 1000000000000 must hold: uid.segments.min-step=10, uid.segments.max-step=5",
                "",
                set("uid.segments.min-step", "10"),
                set("uid.segments.max-step", "5"));
        assertReport(
                FailureReports.of(Counting.class, "--uid.segments.tags.orders.first=1", "--uid.segments.max-wait=-1s"),
                "The counters could not start: uid.segments.max-wait must not be negative: uid.segments.max-wait=PT-1S",
                "",
                set("uid.segments.max-wait", "-1s"));
        assertReport(
                FailureReports.of(
                        Counting.class, "--uid.segments.tags.orders.first=1", "--uid.segments.store-threads=65"),
                "The counters could not start: uid.segments.store-threads must be in [1, 64]: uid.segments.store-threads=65",
                "",
                set("uid.segments.store-threads", "65"));
        assertReport(
                FailureReports.of(
                        Counting.class, "--uid.segments.tags.orders.first=1", "--uid.segments.jdbc.table-name=a-b"),
                "The counters could not start: uid.segments.jdbc.table-name must be a plain SQL identifier ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one: uid.segments.jdbc.table-name=a-b",
                "",
                set("uid.segments.jdbc.table-name", "a-b"));
    }

    @Test
    void tagsThatDoNotExist() {
        assertReport(
                FailureReports.of(Counting.class, "--uid.segments.tags.ordrs="),
                "The counters could not start: no counter of tag ordrs in SEGMENT, JdbcSegmentStore.create makes one");
    }

    /** The report is Boot's own. */
    @ParameterizedTest
    @CsvSource({
        "uid.primary,               logs,   It must be one of uid.generators: []",
        "uid.generators,            orders, 'Each name is a property of its own, such as uid.generators.orders='",
        "uid.generators.orders,     5,      'It must be empty or have properties, such as uid.generators.orders.type=unbuffered'",
        "uid.segments.tags.orders,  5,      'It must be empty or have properties, such as uid.segments.tags.orders.first=1'",
        "uid.segments.tags.orders.pattern, T{yyMMdd}, 'pattern must have {counter} once: pattern=\"T{yyMMdd}\" has 0 times'",
    })
    void namesWhereTheyDoNotBelong(String property, String value, String reason) {
        @Configuration(proxyBeanMethods = false)
        @Import({Application.class, Counting.class})
        class All {}
        assertThat(FailureReports.of(All.class, "--" + property + "=" + value))
                .startsWith("Description:\n\nInvalid value '" + value + "' for configuration property '" + property
                        + "' (originating from '\"" + property
                        + "\" from property source \"commandLineArgs\"'). Validation failed for the following reason:\n\n"
                        + reason);
    }

    @Test
    void aNameThatCannotBeSpelled() {
        assertThat(FailureReports.of(Application.class, "--uid.generators[a.b].type=cached"))
                .startsWith("""
                        Description:

                        Invalid value 'a.b' for configuration property 'uid.generators.a.b'. Validation failed for the following reason:

                        The name of a generator must be letters, digits, - and _.
                        """.strip());
    }

    @Test
    void aTableThatIsMissing() {
        assertReport(
                FailureReports.of(Application.class, "--uid.worker.jdbc.table-creation=never"),
                "A UID generator could not start: no worker id from WORKER_LEASE: the table is missing; create it with sql/worker-lease-h2.sql or set uid.worker.jdbc.table-creation=ALWAYS",
                "",
                set("uid.worker.jdbc.table-creation", "never"),
                "",
                "Action:",
                "",
                "The script is in the jar uid-worker-db: org/uidgenerator/jdbc/worker-lease-h2.sql");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    static class LayoutOfOthers {
        @Bean
        DataSource dataSource() {
            JdbcDataSource dataSource = Databases.h2();
            try (LeasedWorkerIds others = LeasedWorkerIds.on(JdbcLeaseStore.on(dataSource))) {
                others.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            }
            return dataSource;
        }
    }

    private static final String OTHERS = "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z";

    @Test
    void anotherLayoutInTheSameNamespace() {
        assertReport(
                FailureReports.of(
                        LayoutOfOthers.class,
                        "--uid.layout.time-bits=31",
                        "--uid.generators.logs.layout.worker-bits=10",
                        "--uid.generators.logs.layout.seq-bits=22"),
                "The UID generator logs could not start: all generators of a namespace must have equal layouts: uid.generators.logs.layout.text=31/10/22 bits of PT1S from 2026-01-01T00:00:00Z,"
                        + " but WORKER_LEASE (namespace default) has " + OTHERS + ";"
                        + " set uid.generators.logs.layout.text to that, or uid.generators.logs.worker.namespace to one of its own if the UIDs may overlap",
                "",
                set("uid.generators.logs.layout.seq-bits", "22"),
                set("uid.layout.time-bits", "31"),
                set("uid.generators.logs.layout.worker-bits", "10"),
                "",
                "Action:",
                "",
                "If uid.layout.text is set, remove what would change it: "
                        + String.join(
                                ", ",
                                set("uid.generators.logs.layout.seq-bits", "22").strip(),
                                set("uid.layout.time-bits", "31").strip(),
                                set("uid.generators.logs.layout.worker-bits", "10")
                                        .strip()));
    }

    /** The advice is followed step by step. */
    @Test
    void theAdviceForAnotherLayoutLeadsToAStart() {
        String text = "--uid.layout.text=" + OTHERS;

        assertThat(FailureReports.of(LayoutOfOthers.class, "--uid.layout.epoch-str=2026-05-20"))
                .contains("set uid.layout.text to that")
                .endsWith("remove what would change it: "
                        + set("uid.layout.epoch-str", "2026-05-20").strip());
        assertThat(FailureReports.of(LayoutOfOthers.class, text, "--uid.layout.epoch-str=2026-05-20"))
                .endsWith("remove what would change it: "
                        + set("uid.layout.epoch-str", "2026-05-20").strip());
        assertThatThrownBy(() -> FailureReports.of(LayoutOfOthers.class, text))
                .hasMessage("the application has started");
    }

    @Test
    void aTickThatUsesTheTimeBitsUp() {
        assertThat(FailureReports.of(Application.class, "--uid.layout.tick=7ms"))
                .startsWith("Description:\n\nA UID generator could not start: the time bits are used up: ")
                .endsWith("\n\n" + set("uid.layout.tick", "7ms"));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    static class DatabaseIsAway {
        @Bean
        DataSource dataSource() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setUrl("jdbc:h2:tcp://127.0.0.1:1/uid");
            return dataSource;
        }
    }

    @Test
    void aDatabaseThatIsAway() {
        assertThat(FailureReports.of(DatabaseIsAway.class))
                .startsWith(
                        "Description:\n\nA UID generator could not start: no worker id from WORKER_LEASE: Connection is broken: \"")
                .endsWith(
                        "\n\nAction:\n\nThe database is that of the DataSource bean: spring.datasource.url, spring.datasource.username, spring.datasource.password, or what the application sets where it defines the bean.");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    static class DatabaseOfProperties {
        /** As Boot does. */
        @Bean
        DataSource dataSource(Environment environment) {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setUrl(environment.getRequiredProperty("spring.datasource.url"));
            dataSource.setUser(environment.getRequiredProperty("spring.datasource.username"));
            dataSource.setPassword(environment.getRequiredProperty("spring.datasource.password"));
            return dataSource;
        }
    }

    @Test
    void aPasswordThatIsWrong() throws SQLException {
        String url = "jdbc:h2:mem:secured;DB_CLOSE_DELAY=-1";
        DriverManager.getConnection(url, "orders", "right").close();

        assertThat(FailureReports.of(
                        DatabaseOfProperties.class,
                        "--spring.datasource.url=" + url,
                        "--spring.datasource.username=orders",
                        "--spring.datasource.password=wrong"))
                .contains(
                        "Wrong user name or password",
                        set("spring.datasource.url", "******"),
                        set("spring.datasource.username", "orders"),
                        set("spring.datasource.password", "******"),
                        "Action:\n\nThe database is that of the DataSource bean: spring.datasource.url")
                .doesNotContain("wrong\n");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    static class TwoAssigners {
        @Bean
        WorkerIdAssigner here() {
            return layout -> WorkerLease.neverReused(1);
        }

        @Bean
        WorkerIdAssigner there() {
            return layout -> WorkerLease.neverReused(2);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    static class AssignerThatRefuses {
        static final String MESSAGE =
                "no worker: timeout=3000 layout=x {timeout} uid.layout.tick=5 100%; raise maxWait, or set replicas to 1";

        @Bean
        WorkerIdAssigner assigner(Environment environment) {
            return layout -> {
                throw environment.getRequiredProperty("refusal", Refusal.class) == Refusal.OF_ANOTHER
                        ? new IllegalStateException(MESSAGE)
                        : new UidGenerateException(MESSAGE);
            };
        }
    }

    enum Refusal {
        OF_ANOTHER,
        OF_OURS
    }

    /** Their words may be those of our options. */
    @ParameterizedTest
    @EnumSource
    void whatOthersSayAsTheySayIt(Refusal refusal) {
        assertReport(
                FailureReports.of(
                        AssignerThatRefuses.class, "--uid.max-wait=3s", "--uid.layout.tick=1s", "--refusal=" + refusal),
                "A UID generator could not start: " + AssignerThatRefuses.MESSAGE);
    }

    @Test
    void aLayoutThatHasEnded() {
        assertThat(FailureReports.of(
                        Application.class, "--uid.layout.text=28/22/13", "--uid.layout.epoch-str=2016-05-20"))
                .startsWith(
                        "Description:\n\nA UID generator could not start: the time bits are used up: uid.layout.time-bits=28 hold ticks up to 268435455, wanted tick=")
                .contains(
                        ". The layout 28/22/13 bits of PT1S from 2016-05-20T00:00:00Z ends at 2024-11-20T21:24:16Z. A layout with more uid.layout.time-bits or a later uid.layout.epoch-str may repeat its UIDs: docs/migration.md");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class Running {
        @Bean
        ApplicationRunner closing(UidGenerator uids) {
            return arguments -> {
                uids.close();
                uids.getUID();
            };
        }
    }

    @Test
    void aGeneratorThatHasStarted() {
        assertReport(FailureReports.of(Running.class), "There are no UIDs: uidGenerator is closed");
    }

    @Test
    void twoAssignersOfTheApplication() {
        assertReport(
                FailureReports.of(TwoAssigners.class),
                "A UID generator could not start: workerIdAssigner must be set unless the context has exactly one WorkerIdAssigner bean, a primary one or one of that name: found [here, there]");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class OneOfSeveral {
        @Bean
        String order(UidGenerator uids) {
            return "order " + uids.getUID();
        }
    }

    /** Boot writes numbers in the default locale. */
    private static String boot(int number) {
        return String.format(Locale.getDefault(), "%d", number);
    }

    @Test
    void generatorsOfWhichNoneIsPrimary() {
        assertReport(
                FailureReports.of(
                        OneOfSeveral.class,
                        "--uid.generators.orders.ordering=strict",
                        "--uid.generators.logs.boost-power=4"),
                "Parameter " + boot(0) + " of method order in " + OneOfSeveral.class.getName()
                        + " needs one UidGenerator, but there are 2 and none is primary: orders, logs",
                "",
                "Action:",
                "",
                "Say which one is primary, such as uid.primary=orders, or inject one by its name, such as @Qualifier(\"orders\").");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class AsksTheContext {
        @Bean
        ApplicationRunner order(ApplicationContext context) {
            return arguments -> context.getBean(DefaultUidGenerator.class);
        }
    }

    @Test
    void generatorsOfWhichOneIsAskedForByItsType() {
        assertThat(FailureReports.of(
                        AsksTheContext.class,
                        "--uid.type=unbuffered",
                        "--uid.generators.orders.max-wait=1s",
                        "--uid.generators.logs.max-wait=2s"))
                .startsWith(
                        "Description:\n\nThe application needs one DefaultUidGenerator, but there are 2 and none is primary: orders, logs\n");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(OneOfSeveral.class)
    static class SeveralOfTheApplication {
        @Bean
        UidGenerator here() {
            return DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                    .build();
        }

        @Bean
        UidGenerator there() {
            return DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(2))
                    .build();
        }
    }

    @Test
    void generatorsOfTheApplicationAsBootDoes() {
        assertThat(FailureReports.of(SeveralOfTheApplication.class))
                .contains("required a single bean, but ")
                .doesNotContain("uid.primary");
    }
}
