package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Starts that find no table in H2, which shows a new table to others before its primary key. */
@Tag("proof")
class TableCreationRaceTest {
    private static final int DATABASES = 40;
    private static final int STARTS = 8;

    @Test
    void givesNoWorkerIdTwiceWhileTheTableIsBeingCreated() throws Exception {
        for (int i = 0; i < DATABASES; i++) {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:race" + i + ";DB_CLOSE_DELAY=-1");

            assertThat(Callers.concurrently(
                            Collections.nCopies(STARTS, start(database, "WORKER_LEASE", TableCreation.EMBEDDED))))
                    .doesNotHaveDuplicates();

            new JdbcTemplate(database).execute("SHUTDOWN");
        }
    }

    /** As processes do: each with an assigner of its own. */
    private static Callable<Long> start(DataSource database, String table, TableCreation creation) {
        return () -> LeasedWorkerIds.builder(JdbcLeaseStore.builder(database)
                        .tableName(table)
                        .tableCreation(creation)
                        .build())
                .build()
                .assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT))
                .workerId();
    }

    /** What the starts of other processes see while the table is being created. */
    @Test
    void takesNoWorkerIdFromATableThatHasNoKeySoFar() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:half;DB_CLOSE_DELAY=-1");
        start(database, "COMPLETE", TableCreation.EMBEDDED).call();
        JdbcTemplate creator = new JdbcTemplate(database);
        creator.execute("CREATE TABLE HALF AS SELECT * FROM COMPLETE WITH NO DATA");

        assertThatThrownBy(() -> start(database, "HALF", TableCreation.NEVER).call())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "no worker id from HALF: the table needs a primary key or a unique index of NAMESPACE, WORKER_ID,"
                                + " or ids could be given twice: CREATE UNIQUE INDEX HALF_KEY ON HALF (NAMESPACE, WORKER_ID)");

        creator.execute("ALTER TABLE HALF ALTER COLUMN NAMESPACE SET NOT NULL");
        creator.execute("ALTER TABLE HALF ALTER COLUMN WORKER_ID SET NOT NULL");
        creator.execute("ALTER TABLE HALF ADD PRIMARY KEY (NAMESPACE, WORKER_ID)");
        assertThat(start(database, "HALF", TableCreation.NEVER).call()).isZero();
        creator.execute("SHUTDOWN");
    }
}
