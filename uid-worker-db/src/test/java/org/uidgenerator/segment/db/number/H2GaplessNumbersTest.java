package org.uidgenerator.segment.db.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.test.internal.Patience;

/** What does not depend on the database is tested here only. */
class H2GaplessNumbersTest extends GaplessNumbersSuite {
    H2GaplessNumbersTest() {
        super("gapless-number-h2.sql");
    }

    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:h2GaplessNumbersTest";
    }

    @Override
    String shortLockTimeout() {
        return "SET LOCK_TIMEOUT 10";
    }

    @Test
    void refusesToCountOutsideOfATransaction() {
        assertThatThrownBy(() -> gapless.next("invoice"))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "a number without gaps is taken in a transaction, which gives it back when it is rolled back: call"
                                + " next(...) in one, as of @Transactional or TransactionTemplate: counter=invoice");
        assertThat(jdbc.queryForList("SELECT * FROM GAPLESS_NUMBER")).isEmpty();
    }

    @Test
    void refusesToCountInATransactionOfAnotherDataSource() {
        DataSource another = new DriverManagerDataSource("jdbc:h2:mem:anotherOfH2GaplessNumbersTest");
        TransactionTemplate ofAnother = new TransactionTemplate(new JdbcTransactionManager(another));
        String message =
                "a number without gaps is taken in a transaction of its own data source, and the transaction around"
                        + " next(...) is none: give its transaction manager the same data source: counter=invoice, dataSource="
                        + pool;

        assertThatThrownBy(() -> ofAnother.execute(status -> gapless.next("invoice")))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> ofAnother.execute(status -> {
                    jdbc.queryForList("SELECT * FROM INVOICE"); // binds a connection that commits by itself
                    return gapless.next("invoice");
                }))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage(message);
        assertThat(jdbc.queryForList("SELECT * FROM GAPLESS_NUMBER")).isEmpty();
    }

    @Test
    void takesPartInTheTransactionBehindAProxyThatIsAwareOfIt() {
        GaplessNumbers numbers = GaplessNumbers.in(new TransactionAwareDataSourceProxy(pool));

        assertThat(transaction.<Long>execute(status -> {
                    status.setRollbackOnly();
                    return numbers.next("invoice");
                }))
                .isEqualTo(1);
        assertThat(committed("invoice")).isEqualTo(1);
    }

    @Test
    void countsInATableOfAnotherNameAndSchema() {
        jdbc.execute("CREATE SCHEMA IF NOT EXISTS BILLING");
        jdbc.execute("CREATE TABLE BILLING.NUMBERS (NAME VARCHAR(128) PRIMARY KEY, LAST_NUMBER BIGINT NOT NULL)");
        GaplessNumbers numbers =
                GaplessNumbers.builder(pool).tableName("BILLING.NUMBERS").build();

        assertThat(transaction.<Long>execute(status -> numbers.next("invoice"))).isEqualTo(1);
        assertThat(new JdbcTemplate(pool).queryForObject("SELECT LAST_NUMBER FROM BILLING.NUMBERS", Long.class))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b.c", "1A", "INVOICE NUMBER", "A;DROP TABLE B", "a."})
    void refusesTablesThatAreNoPlainIdentifiers(String tableName) {
        assertThatThrownBy(
                        () -> GaplessNumbers.builder(pool).tableName(tableName).build())
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(
                        "tableName must be a plain SQL identifier ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one:"
                                + " tableName=" + tableName);
    }

    @ParameterizedTest
    @ValueSource(strings = {"an invoice", "invoice\n", "rechnung_ä", "a/b", "%"})
    void refusesNamesAndPeriodsOfOtherCharacters(String name) {
        assertThatThrownBy(() -> committed(name))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("name must be 1 to 64 letters, digits, '.', '_' and '-': name=" + name);
        assertThatThrownBy(() -> gapless.next(name, "2026"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("name must be 1 to 64 letters, digits, '.', '_' and '-': name=" + name);
        assertThatThrownBy(() -> gapless.next("invoice", name))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("period must be 0 to 64 letters, digits, '.', '_' and '-': period=" + name);
    }

    @Test
    void takesNamesAndPeriodsOf64Characters() {
        String longest = "a.B_9-cd".repeat(8);

        assertThat(committed(longest)).isEqualTo(1);
        assertThat(transaction.<Long>execute(status -> gapless.next(longest, longest)))
                .isEqualTo(1);
        assertThatThrownBy(() -> committed(longest + "a")).hasMessageStartingWith("name must be 1 to 64 letters");
        assertThatThrownBy(() -> committed("")).hasMessageStartingWith("name must be 1 to 64 letters");
        assertThatThrownBy(() -> gapless.next("a", longest + "a"))
                .hasMessageStartingWith("period must be 0 to 64 letters");
    }

    @Test
    void countsInStandardSql() {
        DataSource unproved = new OfProduct("Firebird", pool);
        GaplessNumbers numbers = GaplessNumbers.in(unproved);
        TransactionTemplate inUnproved = new TransactionTemplate(new JdbcTransactionManager(unproved));

        assertThat(inUnproved.<List<Long>>execute(status ->
                        List.of(numbers.next("invoice"), numbers.next("invoice"), numbers.next("invoice", "2026"))))
                .containsExactly(1L, 2L, 1L);
    }

    @Test
    void waitsForATransactionThatCountsTheVeryFirstNumber() throws InterruptedException {
        String executing = "SELECT COUNT(EXECUTING_STATEMENT) FROM INFORMATION_SCHEMA.SESSIONS"
                + " WHERE SESSION_ID <> SESSION_ID()";
        GaplessNumbers inStandardSql =
                GaplessNumbers.builder(pool).dialect(SqlDialect.standard("H2")).build();
        for (GaplessNumbers numbers : List.of(gapless, inStandardSql)) {
            begin();
            List<Long> counted = new CopyOnWriteArrayList<>();
            Thread other = new Thread(() -> counted.add(transaction.<Long>execute(status -> numbers.next("invoice"))));

            transaction.executeWithoutResult(status -> {
                counted.add(numbers.next("invoice"));
                other.start();
                Patience.spinUntil(() -> jdbc.queryForObject(executing, Long.class) > 0);
            });
            other.join();

            assertThat(counted).containsExactly(1L, 2L);
        }
    }

    @Test
    void refusesToCountWhereTheRowCannotBeInserted() {
        jdbc.execute("ALTER TABLE GAPLESS_NUMBER ADD CONSTRAINT NONE CHECK (NAME <> 'invoice')");
        try {
            GaplessNumbers numbers = GaplessNumbers.builder(pool)
                    .dialect(SqlDialect.standard("H2"))
                    .build();

            assertThatThrownBy(() -> transaction.<Long>execute(status -> numbers.next("invoice")))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("no number of invoice from GAPLESS_NUMBER: Check constraint violation");
        } finally {
            jdbc.execute("ALTER TABLE GAPLESS_NUMBER DROP CONSTRAINT NONE");
        }
    }

    /** A database whose driver reports another name. */
    private static final class OfProduct extends DelegatingDataSource {
        private final String product;

        OfProduct(String product, DataSource target) {
            super(target);
            this.product = product;
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            DatabaseMetaData driver =
                    proxy(DatabaseMetaData.class, connection.getMetaData(), "getDatabaseProductName", product);
            return proxy(Connection.class, connection, "getMetaData", driver);
        }

        private static <T> T proxy(Class<T> type, T target, String method, Object result) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
                        try {
                            return called.getName().equals(method) ? result : called.invoke(target, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }
    }
}
