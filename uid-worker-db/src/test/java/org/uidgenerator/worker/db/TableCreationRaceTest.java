package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.Callers;

/** Launches that find no table in an embedded database, which shows a new table to others before its primary key. */
class TableCreationRaceTest {
    private static final int DATABASES = 100;
    private static final int LAUNCHES = 8;

    @Test
    void givesNoWorkerIdTwiceWhileTheTableIsBeingCreated() throws Exception {
        for (int i = 0; i < DATABASES; i++) {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:race" + i + ";DB_CLOSE_DELAY=-1");

            assertThat(Callers.concurrently(Collections.nCopies(LAUNCHES, launch(database))))
                    .doesNotHaveDuplicates();

            new JdbcTemplate(database).execute("SHUTDOWN");
        }
    }

    /** As processes do: each with an assigner of its own. */
    private static Callable<Long> launch(DataSource database) {
        return () -> new LeasedWorkerIdAssigner(database)
                .assignWorkerId(UidLayout.DEFAULT)
                .workerId();
    }
}
