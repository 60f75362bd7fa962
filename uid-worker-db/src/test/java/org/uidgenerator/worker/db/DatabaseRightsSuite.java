package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** The rights that docs/stores.md lists are enough, and each of them is needed. */
abstract class DatabaseRightsSuite extends DatabaseSuite {
    private static final Pattern GRANT = Pattern.compile("(GRANT .* TO )orders; *-- (.*)");

    String user;
    DataSource asUser;
    private int users;

    /** Returns what the block of rights in the page begins with. */
    abstract String heading();

    /** Returns the database as it is called in {@code GRANT}, or {@code shop} if it is not. */
    abstract String database();

    /** Returns where to grant a right on a table that may be missing: on the table, if that says that it is missing. */
    abstract String placeOf(String table);

    /** Makes a user without rights on tables. */
    abstract void createUser(String name);

    /** Returns a user as the database names it. */
    abstract String grantee(String name);

    abstract DataSource dataSource(String name);

    @BeforeEach
    void newUser() {
        for (TableUser kind : TableUser.values()) {
            kind.start(pool, TableCreation.ALWAYS);
        }
        jdbc.update("DELETE FROM WORKER_LEASE");
        String name = "rights_" + ++users;
        createUser(name);
        user = grantee(name);
        asUser = dataSource(name);
    }

    /** The two kinds of assigners. */
    enum TableUser {
        LEASED {
            @Override
            void start(DataSource dataSource, TableCreation creation) {
                try (LeasedWorkerIds assigner = LeasedWorkerIds.builder(JdbcLeaseStore.builder(dataSource)
                                .tableCreation(creation)
                                .build())
                        .workerIds(1_000, 1_000)
                        .build()) {
                    WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
                    lease.reserve(lease.firstTick() + 1);
                    lease.release(lease.firstTick());
                }
            }
        },
        DISPOSABLE {
            @Override
            void start(DataSource dataSource, TableCreation creation) {
                DisposableWorkerIdAssigner.builder(dataSource)
                        .tableCreation(creation)
                        .build()
                        .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            }
        };

        abstract void start(DataSource dataSource, TableCreation creation);

        void start(DataSource dataSource) {
            start(dataSource, TableCreation.NEVER);
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static Path page() {
        return Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve("docs/stores.md"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }

    private List<String> documented(TableUser kind) throws IOException {
        String block = Arrays.stream(Files.readString(page()).split("```"))
                .filter(text -> text.startsWith("sql\n-- " + heading() + "\n"))
                .collect(Collectors.joining());
        List<String> grants = GRANT.matcher(block)
                .results()
                .filter(line -> line.group(2).contains(kind.label()))
                .map(line -> line.group(1).replace("shop.", database() + ".") + user)
                .toList();
        assertThat(grants).hasSize(2);
        return grants;
    }

    private void grant(List<String> grants) {
        grants.forEach(jdbc::execute);
    }

    /** Returns statements that give all of the rights but one. */
    private static List<String> without(String right, List<String> grants) {
        return grants.stream()
                .map(grant -> grant.replace(right + ", ", "").replace(", " + right, ""))
                .filter(grant -> !grant.startsWith("GRANT " + right + " "))
                .toList();
    }

    @Test
    void leasesWithTheDocumentedRights() throws IOException {
        grant(documented(TableUser.LEASED));

        TableUser.LEASED.start(asUser); // inserts
        TableUser.LEASED.start(asUser); // updates

        assertThat(rows("WORKER_LEASE")).isEqualTo(2); // the other one is the store identity
    }

    @Test
    void takesDisposableWorkerIdsWithTheDocumentedRights() throws IOException {
        grant(documented(TableUser.DISPOSABLE));

        TableUser.DISPOSABLE.start(asUser);

        assertThat(rows("WORKER_NODE")).isEqualTo(2);
    }

    private long rows(String table) {
        return jdbc.queryForObject("SELECT COUNT(*) FROM " + table, Long.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSERT", "UPDATE"})
    void namesTheRightThatALeaseLacks(String right) throws IOException {
        if (right.equals("UPDATE")) {
            TableUser.LEASED.start(pool);
        }
        grant(without(right, documented(TableUser.LEASED)));

        assertThatThrownBy(() -> TableUser.LEASED.start(asUser))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_LEASE: ")
                .hasMessageEndingWith("; the database user may not " + right
                        + ": an administrator has to run GRANT SELECT, INSERT, UPDATE, DELETE ON WORKER_LEASE TO "
                        + user);
    }

    @Test
    void namesTheRightThatAStartLacks() throws IOException {
        grant(without("INSERT", documented(TableUser.DISPOSABLE)));

        assertThatThrownBy(() -> TableUser.DISPOSABLE.start(asUser))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no worker id from WORKER_NODE: ")
                .hasMessageContaining(
                        "; the database user may not INSERT: an administrator has to run GRANT SELECT, INSERT ON WORKER_NODE TO "
                                + user);
    }

    @Test
    void usesUpNoWorkerIdWhereLeasesCannotBeRead() throws IOException {
        grant(documented(TableUser.DISPOSABLE).stream()
                .filter(grant -> !grant.startsWith("GRANT SELECT ON "))
                .toList());

        String remedy = "GRANT SELECT ON " + placeOf("WORKER_LEASE") + " TO " + user;
        assertThatThrownBy(() -> TableUser.DISPOSABLE.start(asUser))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith(
                        "worker ids of WORKER_NODE cannot be compared with those of WORKER_LEASE, if that"
                                + " table is there: ")
                .hasMessageEndingWith("; the database user may not SELECT: an administrator has to run " + remedy);
        assertThat(rows("WORKER_NODE")).isEqualTo(1);

        jdbc.execute(remedy);
        TableUser.DISPOSABLE.start(asUser);
        assertThat(rows("WORKER_NODE")).isEqualTo(2);
    }

    @Test
    void namesTheRightsOfAUserWhoHasNone() {
        jdbc.execute("DROP TABLE WORKER_LEASE");
        jdbc.execute("DROP TABLE WORKER_NODE");
        TableUser.LEASED.start(pool, TableCreation.ALWAYS);

        assertThatThrownBy(() -> TableUser.LEASED.start(asUser))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining(
                        "; the database user may not SELECT: an administrator has to run GRANT SELECT, INSERT, UPDATE, DELETE ON WORKER_LEASE TO "
                                + user);
    }

    @Test
    void saysWhoseRightsDoNotSufficeToCreateTheTable() throws IOException {
        grant(documented(TableUser.LEASED).stream()
                .filter(grant -> !grant.contains("WORKER_"))
                .toList());
        dropTables();

        assertThatThrownBy(() -> TableUser.LEASED.start(asUser, TableCreation.ALWAYS))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith(
                        "no worker id from WORKER_LEASE: the table is missing and the database user may not create it: ")
                .hasMessageMatching("(?s).*; run sql/worker-lease-[a-z0-9]+\\.sql, as a user allowed to create tables");
    }
}
