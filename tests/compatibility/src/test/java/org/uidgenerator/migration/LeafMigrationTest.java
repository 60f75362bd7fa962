package org.uidgenerator.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.segment.db.SegmentColumns;

/** From Leaf, by its published algorithms: it is on no registry. */
class LeafMigrationTest {
    private static final UidLayout SAME_EPOCH =
            UidLayout.builder().epoch(LayoutPreset.LEAF.layout().epoch()).build();

    private final Database database = new Database();
    private final LiveSystem system = new LiveSystem();

    @AfterEach
    void close() {
        database.close();
    }

    private void haveLeafsTable() {
        database.jdbc().execute("CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) PRIMARY KEY, max_id BIGINT, step INT)");
        database.jdbc().update("INSERT INTO leaf_alloc VALUES ('orders', 1, 2000)");
    }

    @Test
    void replacesSegmentsByUidsOfTime() throws Exception {
        haveLeafsTable();
        LongSupplier server = new LeafSegments(database);
        try (var ours = database.newProcess(UidLayout.DEFAULT)) {
            long[] before = system.run(server);
            long[] during = system.run(server, ours::getUID);
            assertThat(LiveSystem.greatest(during)).isGreaterThan(LiveSystem.greatest(before));
            system.run(ours::getUID);
            long[] afterRollback = system.run(server);
            assertThat(LiveSystem.greatest(afterRollback)).isLessThan(1_000_000);
        }
        system.assertThatNoIdCameTwice();
    }

    @Test
    void continuesSegmentsInTheSameTable() throws Exception {
        haveLeafsTable();
        JdbcSegmentStore table = JdbcSegmentStore.builder(database.source())
                .columns(SegmentColumns.LEAF)
                .build();
        LongSupplier server = new LeafSegments(database);
        system.run(server, new LeafSegments(database));
        try (SegmentIdGenerator ours = SegmentIdGenerator.builder(table).build()) {
            LongSupplier orders = ours.tag("orders")::getUID;
            system.run(server, orders, orders);
            system.run(orders);
        }
        system.run(server, new LeafSegments(database)); // a rollback
        system.assertThatNoIdCameTwice();
    }

    @Test
    void liesAboveSnowflakesWithTheSameEpoch() throws Exception {
        LongSupplier first = new LeafSnowflake(0);
        LongSupplier second = new LeafSnowflake(1);
        try (var ours = database.newProcess(SAME_EPOCH);
                var more = database.newProcess(SAME_EPOCH)) {
            long[] before = system.run(first, second);
            long[] during = system.run(ours::getUID, more::getUID);
            assertThat(during[0]).isGreaterThan(LiveSystem.greatest(before));
            system.run(first, second, ours::getUID, more::getUID);
            long[] afterRollback = system.run(first, second);
            assertThat(LiveSystem.greatest(afterRollback)).isLessThan(during[0]);
        }
        system.assertThatNoIdCameTwice();
    }

    @Test
    void runsBesideSnowflakesOfTheSameBitsWithWorkerIdsOfItsOwn() throws Exception {
        UidLayout layout = LayoutPreset.LEAF.layout();
        LongSupplier first = new LeafSnowflake(0);
        LongSupplier second = new LeafSnowflake(511);
        try (var ours = database.newProcess(layout, 512, 1023);
                var more = database.newProcess(layout, 512, 1023)) {
            system.run(first, second);
            system.run(first, second, ours::getUID, more::getUID);
            system.run(first, second);
        }
        system.assertThatNoIdCameTwice();
    }

    /**
     * A server in segment mode: it raises {@code max_id} by {@code step} and hands out {@code [max_id - step, max_id)}.
     */
    private static final class LeafSegments implements LongSupplier {
        private final Database database;
        private final TransactionTemplate transaction;
        private long next;
        private long end;

        LeafSegments(Database database) {
            this.database = database;
            transaction = new TransactionTemplate(new JdbcTransactionManager(database.source()));
        }

        @Override
        public synchronized long getAsLong() {
            if (next == end) {
                transaction.executeWithoutResult(status -> load());
            }
            return next++;
        }

        private void load() {
            database.jdbc().update("UPDATE leaf_alloc SET max_id = max_id + step WHERE biz_tag = 'orders'");
            database.jdbc().query("SELECT max_id, step FROM leaf_alloc WHERE biz_tag = 'orders'", row -> {
                end = row.getLong("max_id");
                next = end - row.getLong("step");
            });
        }
    }

    /** A server in snowflake mode: milliseconds, worker, and a sequence that begins near zero in each millisecond. */
    private static final class LeafSnowflake implements LongSupplier {
        private final long workerId;
        private long lastMillis = -1;
        private long sequence;

        LeafSnowflake(long workerId) {
            this.workerId = workerId;
        }

        @Override
        public synchronized long getAsLong() {
            long now = Math.max(System.currentTimeMillis(), lastMillis);
            sequence = now == lastMillis
                    ? (sequence + 1) & 4095
                    : ThreadLocalRandom.current().nextInt(100);
            if (now == lastMillis && sequence == 0) {
                now = lastMillis + 1;
                while (System.currentTimeMillis() < now) {
                    Thread.onSpinWait();
                }
            }
            lastMillis = now;
            return ((now - 1288834974657L) << 22) | (workerId << 12) | sequence;
        }
    }
}
