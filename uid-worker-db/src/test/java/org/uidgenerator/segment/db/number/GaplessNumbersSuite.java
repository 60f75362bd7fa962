package org.uidgenerator.segment.db.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.text.BusinessNumbers;
import org.uidgenerator.text.CounterFormat;

/** What numbers without gaps promise, kept by each database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GaplessNumbersSuite {
    static final String STALE =
            "another transaction has taken a number since this one began to read: run it again, or with READ COMMITTED: ";
    private static final String WAS_DEADLOCKED = "the database has rolled this transaction back to end a deadlock";

    private final String script;
    HikariDataSource pool;
    JdbcTemplate jdbc;
    GaplessNumbers gapless;
    TransactionTemplate transaction;

    GaplessNumbersSuite(String script) {
        this.script = script;
    }

    abstract String newDatabaseUrl();

    /** Returns the statement after which a transaction waits for a lock for a moment only. */
    abstract String shortLockTimeout();

    @BeforeAll
    void connect() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(newDatabaseUrl());
        pool = new HikariDataSource(config);
        jdbc = new JdbcTemplate(pool);
        jdbc.execute("CREATE TABLE INVOICE (ID INT PRIMARY KEY, NUMBER VARCHAR(32) NOT NULL)");
        gapless = GaplessNumbers.in(pool);
        transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
    }

    @AfterAll
    void disconnect() {
        pool.close();
    }

    @BeforeEach
    void begin() {
        new ResourceDatabasePopulator(new ClassPathResource("org/uidgenerator/jdbc/" + script)).execute(pool);
        jdbc.execute("DELETE FROM GAPLESS_NUMBER");
        jdbc.execute("DELETE FROM INVOICE");
    }

    @Test
    void countsFromOneAndTakesBackWhatIsRolledBack() {
        assertThat(committed("invoice")).isEqualTo(1);
        assertThat(rolledBack("invoice")).isEqualTo(2);
        assertThat(committed("invoice")).isEqualTo(2);
        assertThat(rolledBack("other")).isEqualTo(1);
        assertThat(committed("other")).isEqualTo(1);
        assertThat(transaction.<List<Long>>execute(status -> List.of(gapless.next("invoice"), gapless.next("invoice"))))
                .containsExactly(3L, 4L);
    }

    @Test
    void takesBackWhatIsRolledBackToASavepoint() {
        long last = transaction.execute(status -> {
            gapless.next("invoice");
            Object savepoint = status.createSavepoint();
            gapless.next("invoice");
            status.rollbackToSavepoint(savepoint);
            return gapless.next("invoice");
        });

        assertThat(last).isEqualTo(2);
    }

    /** Numbers and rows of invoices, in two periods, by transactions of which half fail at the end. */
    @Test
    void leavesNoHoleWhenHalfOfManyConcurrentTransactionsRollBack() throws Exception {
        committed("invoice"); // the row of the counter is there; those of its periods are not
        int threads = 8;
        int each = 30;
        BusinessNumbers invoices =
                new BusinessNumbers("invoice", CounterFormat.of("{yyyyMMdd}-{counter:5}"), ZoneOffset.UTC, gapless);
        Instant[] days = {Instant.parse("2026-11-20T12:00:00Z"), Instant.parse("2026-11-21T12:00:00Z")};
        List<Callable<List<String>>> senders = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int first = thread * each;
            senders.add(() -> {
                List<String> sent = new ArrayList<>();
                List<Boolean> fails = new ArrayList<>(Collections.nCopies(each, false));
                Collections.fill(fails.subList(0, each / 2), true);
                Collections.shuffle(fails, new Random(first));
                for (int i = 0; i < each; i++) {
                    int id = first + i;
                    boolean fail = fails.get(i);
                    Instant day = days[id % 2];
                    String number = transaction.execute(status -> {
                        String taken = invoices.next(day);
                        jdbc.update("INSERT INTO INVOICE (ID, NUMBER) VALUES (?, ?)", id, taken);
                        if (fail) {
                            status.setRollbackOnly();
                        }
                        return taken;
                    });
                    if (!fail) {
                        sent.add(number);
                    }
                }
                return sent;
            });
        }

        List<String> sent =
                Callers.concurrently(senders).stream().flatMap(List::stream).toList();

        List<String> withoutAHole = new ArrayList<>();
        for (String day : List.of("20261120", "20261121")) {
            long last = jdbc.queryForObject(
                    "SELECT LAST_NUMBER FROM GAPLESS_NUMBER WHERE NAME = ?", Long.class, "invoice." + day);
            LongStream.rangeClosed(1, last)
                    .forEach(counter -> withoutAHole.add(String.format(Locale.ROOT, "%s-%05d", day, counter)));
        }
        assertThat(sent).hasSize(threads * each / 2).containsExactlyInAnyOrderElementsOf(withoutAHole);
        assertThat(jdbc.queryForList("SELECT NUMBER FROM INVOICE", String.class))
                .containsExactlyInAnyOrderElementsOf(withoutAHole);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                TransactionDefinition.ISOLATION_READ_COMMITTED,
                TransactionDefinition.ISOLATION_REPEATABLE_READ,
                TransactionDefinition.ISOLATION_SERIALIZABLE
            })
    void countsRightOrNotAtAllInATransactionThatHasReadBefore(int isolation) {
        committed("invoice");
        TransactionTemplate reader = new TransactionTemplate(transaction.getTransactionManager());
        reader.setIsolationLevel(isolation);

        List<Long> taken = new ArrayList<>();
        try {
            taken.add(reader.execute(status -> {
                jdbc.queryForList("SELECT * FROM INVOICE");
                taken.add(requiresNewTransaction().execute(inner -> gapless.next("invoice")));
                return gapless.next("invoice");
            }));
        } catch (UidGenerateException e) {
            // H2 calls it a deadlock when transactions are serializable.
            assertThat(e.getMessage())
                    .matches("(?s)no number of invoice from GAPLESS_NUMBER: (" + STALE + "|" + WAS_DEADLOCKED + ").+");
            assertThat(isolation).isNotEqualTo(TransactionDefinition.ISOLATION_READ_COMMITTED);
            taken.add(committed("invoice"));
        }

        assertThat(taken).containsExactly(2L, 3L);
    }

    TransactionTemplate requiresNewTransaction() {
        TransactionTemplate template = new TransactionTemplate(transaction.getTransactionManager());
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return template;
    }

    @Test
    void namesALockTimeout() {
        // Not from the pool, because some databases set the timeout of the whole session.
        DataSource impatient = new DriverManagerDataSource(pool.getJdbcUrl());
        JdbcTemplate session = new JdbcTemplate(impatient);
        GaplessNumbers numbers = GaplessNumbers.in(impatient);
        TransactionTemplate another = new TransactionTemplate(new JdbcTransactionManager(impatient));
        transaction.executeWithoutResult(holder -> {
            gapless.next("invoice");
            assertThatThrownBy(() -> another.execute(status -> {
                        session.execute(shortLockTimeout());
                        return numbers.next("invoice");
                    }))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith(
                            "no number of invoice from GAPLESS_NUMBER: the transaction that has taken the"
                                    + " number before lasts longer than the lock timeout: take numbers late in a transaction and end"
                                    + " it soon: ")
                    .hasCauseInstanceOf(DataAccessException.class);
        });
        assertThat(committed("invoice")).isEqualTo(2);
    }

    @Test
    void namesADeadlock() throws Exception {
        committed("a");
        committed("b");
        CyclicBarrier bothHaveTheFirst = new CyclicBarrier(2);
        List<Callable<String>> crossing =
                List.of(() -> takeBoth("a", "b", bothHaveTheFirst), () -> takeBoth("b", "a", bothHaveTheFirst));

        List<String> ends = Callers.concurrently(crossing);

        assertThat(ends).haveExactly(1, new Condition<>("done"::equals, "done"));
        assertThat(ends)
                .filteredOn(end -> !end.equals("done"))
                .singleElement()
                .asString()
                .matches("(?s)no number of [ab] from GAPLESS_NUMBER: " + WAS_DEADLOCKED
                        + ": run it again, and let transactions that take several numbers take them in one order: .+");
        assertThat(List.of(committed("a"), committed("b"))).containsExactly(3L, 3L);
    }

    private String takeBoth(String first, String second, CyclicBarrier bothHaveTheFirst) {
        try {
            return transaction.execute(status -> {
                gapless.next(first);
                try {
                    bothHaveTheFirst.await(Patience.LONGEST.toSeconds(), TimeUnit.SECONDS);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                gapless.next(second);
                return "done";
            });
        } catch (UidGenerateException e) {
            return e.getMessage();
        }
    }

    @Test
    void countsEachPeriodFromOne() {
        List<Long> taken = transaction.execute(status -> List.of(
                gapless.next("invoice", "20261121"),
                gapless.next("invoice", "20261122"),
                gapless.next("invoice", "20261121"),
                gapless.next("invoice", ""),
                gapless.next("invoice")));

        assertThat(taken).containsExactly(1L, 1L, 2L, 1L, 2L);
    }

    @Test
    void continuesWithWhatTheRowSays() {
        jdbc.execute("INSERT INTO GAPLESS_NUMBER VALUES ('invoice', 4710)");

        assertThat(committed("invoice")).isEqualTo(4711);
    }

    @Test
    void refusesToGoBeyondTheGreatestLong() {
        jdbc.update("INSERT INTO GAPLESS_NUMBER VALUES ('invoice', ?)", Long.MAX_VALUE - 1);

        assertThat(committed("invoice")).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> committed("invoice"))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no number of invoice from GAPLESS_NUMBER: ");
        assertThat(jdbc.queryForObject("SELECT LAST_NUMBER FROM GAPLESS_NUMBER", Long.class))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void refusesARowThatWasMadeNegative() {
        jdbc.execute("INSERT INTO GAPLESS_NUMBER VALUES ('invoice', -5)");

        assertThatThrownBy(() -> committed("invoice"))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "no number of invoice from GAPLESS_NUMBER: the row was changed by hand, LAST_NUMBER must be at"
                                + " least 0 and was less: next=-4");
        assertThat(jdbc.queryForObject("SELECT LAST_NUMBER FROM GAPLESS_NUMBER", Long.class))
                .as("rolled back")
                .isEqualTo(-5);
    }

    @Test
    void countsNamesOfDifferentCaseApart() {
        assertThat(List.of(committed("invoice"), committed("Invoice"), committed("invoice")))
                .containsExactly(1L, 1L, 2L);
    }

    @Test
    void namesTheScriptOfAMissingTable() {
        jdbc.execute("DROP TABLE GAPLESS_NUMBER");

        assertThatThrownBy(() -> committed("invoice"))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no number of invoice from GAPLESS_NUMBER: ")
                .hasMessageEndingWith("; if the table is missing, create it with sql/" + script);
    }

    /** Two transactions that insert the row of a counter would both take its first number. */
    @Test
    void takesNoNumberFromATableWithoutAKeyUntilItHasOne() {
        jdbc.execute("CREATE TABLE KEYLESS (NAME VARCHAR(129) NOT NULL, LAST_NUMBER BIGINT NOT NULL)");
        GaplessNumbers keyless =
                GaplessNumbers.builder(pool).tableName("KEYLESS").build();

        assertThatThrownBy(() -> transaction.execute(status -> keyless.next("invoice")))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("no number from KEYLESS: the table needs a primary key or a unique index of NAME, or ids"
                        + " could be given twice: CREATE UNIQUE INDEX KEYLESS_KEY ON KEYLESS (NAME)");

        jdbc.execute("CREATE UNIQUE INDEX KEYLESS_KEY ON KEYLESS (NAME)");
        assertThat(transaction.<Long>execute(status -> keyless.next("invoice"))).isEqualTo(1);
        assertThat(transaction.<Long>execute(status -> keyless.next("invoice"))).isEqualTo(2);
    }

    /** Makes the table one of an engine whose rows a rollback leaves as they are, and back again. */
    void assertRefusesAnEngineWithoutRollback(String engine) {
        jdbc.execute("ALTER TABLE GAPLESS_NUMBER ENGINE = " + engine);
        GaplessNumbers fresh = GaplessNumbers.in(pool);

        assertThatThrownBy(() -> transaction.execute(status -> fresh.next("invoice")))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("no number from GAPLESS_NUMBER: a rollback changes nothing in a table of " + engine
                        + ", so numbers would be missing: ALTER TABLE GAPLESS_NUMBER ENGINE = InnoDB");

        jdbc.execute("ALTER TABLE GAPLESS_NUMBER ENGINE = InnoDB");
        assertThat(transaction.<Long>execute(status -> fresh.next("invoice"))).isEqualTo(1);
    }

    long committed(String name) {
        return transaction.execute(status -> gapless.next(name));
    }

    private long rolledBack(String name) {
        return transaction.execute(status -> {
            status.setRollbackOnly();
            return gapless.next(name);
        });
    }
}
