package org.uidgenerator.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.baidu.fsg.uid.exception.UidGenerateException;
import com.baidu.fsg.uid.impl.CachedUidGenerator;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;

/** From the unmodified original, {@code 29/21/13} from 2016-09-20, with worker ids from its own table. */
class BaiduMigrationTest {
    private static final String EPOCH = "2016-09-20";
    private static final int TIME_BITS = 29;
    private static final int WORKER_BITS = 21;
    private static final int SEQ_BITS = 13;

    /** Their epoch is midnight in the zone of the JVM. */
    private static final UidLayout SAME = UidLayout.of(TIME_BITS, WORKER_BITS, SEQ_BITS).toBuilder()
            .epoch(LocalDate.parse(EPOCH).atStartOfDay(ZoneId.systemDefault()).toInstant())
            .build();

    private static final UidLayout OTHER =
            UidLayout.builder().epochStr("1985-01-01").build();

    private final Database database = new Database();
    private final LiveSystem system = new LiveSystem();

    @BeforeEach
    void haveTheirTable() {
        try (org.uidgenerator.generator.CachedUidGenerator creator = withTheSameBits()) {
            assertThat(creator.status().workerId()).isEqualTo(1);
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    private org.uidgenerator.generator.CachedUidGenerator withTheSameBits() {
        DisposableWorkerIdAssigner workerIds = DisposableWorkerIdAssigner.builder(database.source())
                .tableCreation(TableCreation.ALWAYS)
                .build();
        return org.uidgenerator.generator.CachedUidGenerator.builder(workerIds)
                .layout(SAME)
                .build();
    }

    @Test
    void runsBesideTheOriginalForEverWithTheSameBitsAndTable() throws Exception {
        try (Original first = new Original();
                Original second = new Original()) {
            system.run(first, second);
            try (var ours = withTheSameBits();
                    var more = withTheSameBits()) {
                system.run(first, second, ours::getUID, more::getUID);
                system.run(ours::getUID, more::getUID);
            }
        }
        try (Original again = new Original();
                var ours = withTheSameBits()) {
            system.run(again); // a rollback
            system.run(again, ours::getUID);
        }
        system.assertThatNoIdCameTwice();
    }

    @Test
    void liesAboveTheOriginalWithOtherBitsAndAnEarlierEpoch() throws Exception {
        try (Original first = new Original();
                Original second = new Original();
                var ours = database.newProcess(OTHER)) {
            long[] before = system.run(first, second);
            assertThat(OTHER.decode(LiveSystem.greatest(before)).time()).isBefore(Instant.now());

            long[] during = system.run(ours::getUID);
            system.run(first, second, ours::getUID);
            assertThat(during[0]).isGreaterThan(LiveSystem.greatest(before));
            long[] afterRollback = system.run(first, second);
            assertThat(LiveSystem.greatest(afterRollback)).isLessThan(during[0]);
        }
        system.assertThatNoIdCameTwice();
    }

    /**
     * A process with the original, which inserts a row at each start. On one thread: two can get the same last id of
     * its ring.
     */
    private final class Original implements LongSupplier, AutoCloseable {
        private final CachedUidGenerator generator = new CachedUidGenerator();

        Original() throws Exception {
            generator.setWorkerIdAssigner(this::insertStart);
            generator.setTimeBits(TIME_BITS);
            generator.setWorkerBits(WORKER_BITS);
            generator.setSeqBits(SEQ_BITS);
            generator.setEpochStr(EPOCH);
            generator.afterPropertiesSet();
        }

        private long insertStart() {
            try (Connection connection = database.source().getConnection();
                    PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO WORKER_NODE (HOST_NAME, PORT, TYPE, LAUNCH_DATE, MODIFIED, CREATED)"
                                    + " VALUES ('old', '1', 2, CURRENT_DATE, NOW(), NOW())",
                            Statement.RETURN_GENERATED_KEYS)) {
                insert.executeUpdate();
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    keys.next();
                    return keys.getLong("ID");
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** It refuses calls while its ring is empty. */
        @Override
        public long getAsLong() {
            while (true) {
                try {
                    return generator.getUID();
                } catch (UidGenerateException e) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public void close() {
            try {
                generator.destroy();
            } catch (Exception e) {
                throw new IllegalStateException("the original does not stop", e);
            }
        }
    }
}
