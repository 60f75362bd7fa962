package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** The tables that a start finds under the name of its own, on each database. */
abstract class FoundTableSuite extends DatabaseSuite {
    private static final Pattern ADVICE = Pattern.compile("set tableName=(.*)");

    /** Returns a name that is quoted, or not, and differs from WORKER_LEASE in case only. */
    abstract String otherCase();

    private long start(JdbcLeaseStore.Builder store) {
        try (LeasedWorkerIds assigner = LeasedWorkerIds.builder(store.build()).build()) {
            return assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)).workerId();
        }
    }

    private JdbcLeaseStore.Builder store() {
        return JdbcLeaseStore.builder(pool).tableCreation(TableCreation.ALWAYS);
    }

    private void createAs(String name) {
        start(store().tableName(name));
    }

    private void drop(String name) {
        jdbc.execute("DROP TABLE " + name);
    }

    /** An underscore of a pattern is any character, and MySQL has a mode that knows no escape. */
    @Test
    void takesNoTableForItsOwnThatHasALetterForTheUnderscore() {
        jdbc.execute("CREATE TABLE WORKERXLEASE (ID INT)");
        try {
            assertThat(start(store())).isZero();
        } finally {
            drop("WORKERXLEASE");
        }
    }

    @Test
    void namesATableThatDiffersInCaseOnlyAndWorksAsAdvised() {
        createAs(otherCase());
        try {
            assertThatThrownBy(() -> start(store()))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("no worker id from WORKER_LEASE: there is no such table, but " + otherCase()
                            + ", whose name differs in case only: set tableName=" + otherCase())
                    .satisfies(refused -> {
                        Matcher advice = ADVICE.matcher(String.valueOf(refused.getMessage()));
                        assertThat(advice.find()).isTrue();
                        assertThat(start(store().tableName(advice.group(1)).tableCreation(TableCreation.NEVER)))
                                .isEqualTo(1);
                    });
        } finally {
            drop(otherCase());
        }
    }

    @Test
    void namesTheColumnsThatATableOfAnotherKindLacks() {
        jdbc.execute("CREATE TABLE WORKER_LEASE (ID INTEGER NOT NULL PRIMARY KEY, HOLDER VARCHAR(9), HELD INTEGER)");

        assertThatThrownBy(() -> start(store()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no worker id from WORKER_LEASE: the table lacks the columns NAMESPACE, WORKER_ID, TERM,"
                        + " RESERVED_THROUGH, NEXT_RESERVATION, LAYOUT, ACQUIRED, MODIFIED: if it belongs to something"
                        + " else, set tableName to another name");
    }

    @Test
    void refusesAStoreIdentityWhoseRowWasEdited() {
        createAs("WORKER_LEASE");
        jdbc.update("UPDATE WORKER_LEASE SET TERM = 7 WHERE NAMESPACE = '@default'");

        assertThatThrownBy(() -> start(store()))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("the row of WORKER_LEASE WHERE NAMESPACE = '@default' is no store identity: ")
                .hasMessageEndingWith("; restore it, or delete it with all other rows");
    }

    @Test
    void startsOnAConnectionThatDoesNotSayItsSchema() {
        DataSource ofJta = proxied("getSchema", new ArrayList<>());

        assertThat(start(JdbcLeaseStore.builder(ofJta).tableCreation(TableCreation.ALWAYS)))
                .isZero();
    }

    @Test
    void asksByNoStatementThatFailsForTablesThatNeedNotExist() {
        List<String> failed = new CopyOnWriteArrayList<>();
        DataSource watched = proxied("none", failed);

        start(JdbcLeaseStore.builder(watched).tableCreation(TableCreation.ALWAYS));
        start(JdbcLeaseStore.builder(watched).tableCreation(TableCreation.ALWAYS));

        assertThat(failed).isEmpty();
    }

    /** Fails a call of the connections, and notes each call that fails, of connections and of their statements. */
    private DataSource proxied(String failing, List<String> failed) {
        return new DelegatingDataSource(pool) {
            @Override
            public Connection getConnection() throws SQLException {
                return (Connection) proxied(Connection.class, super.getConnection(), failing, failed);
            }
        };
    }

    private static Object proxied(Class<?> type, Object target, String failing, List<String> failed) {
        return Proxy.newProxyInstance(
                FoundTableSuite.class.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
                    if (called.getName().equals(failing)) {
                        throw new SQLException();
                    }
                    try {
                        Object result = called.invoke(target, arguments);
                        return result instanceof Statement
                                ? proxied(called.getReturnType(), result, failing, failed)
                                : result;
                    } catch (InvocationTargetException e) {
                        failed.add(called.getName() + ": " + e.getCause().getMessage());
                        throw e.getCause();
                    }
                });
    }
}
