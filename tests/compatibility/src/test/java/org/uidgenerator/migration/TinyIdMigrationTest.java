package org.uidgenerator.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.segment.db.SegmentColumns;

/** From TinyId, by its published algorithm: it is on no registry. */
class TinyIdMigrationTest {
    private final Database database = new Database();
    private final LiveSystem system = new LiveSystem();

    /** Of two databases, the one whose numbers are odd. */
    @BeforeEach
    void haveTheirTable() {
        database.jdbc()
                .execute(
                        "CREATE TABLE tiny_id_info (id BIGINT PRIMARY KEY, biz_type VARCHAR(63) UNIQUE, begin_id BIGINT,"
                                + " max_id BIGINT, step INT, delta INT, remainder INT, version BIGINT)");
        database.jdbc().update("INSERT INTO tiny_id_info VALUES (1, 'orders', 1, 1, 2000, 2, 1, 1)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void continuesInTheSameTable() throws Exception {
        JdbcSegmentStore table = JdbcSegmentStore.builder(database.source())
                .columns(SegmentColumns.TINY_ID)
                .build();
        LongSupplier server = new TinyIdServer(database);
        system.run(server, new TinyIdServer(database));
        try (SegmentIdGenerator ours = SegmentIdGenerator.builder(table).build()) {
            LongSupplier orders = ours.tag("orders")::getUID;
            long[] during = system.run(server, orders, orders);
            for (long id : during) {
                assertThat(id % 2).isEqualTo(1);
            }
            system.run(orders);
        }
        system.run(server, new TinyIdServer(database)); // a rollback
        system.assertThatNoIdCameTwice();
    }

    @Test
    void isReplacedByUidsOfTime() throws Exception {
        LongSupplier server = new TinyIdServer(database);
        try (var ours = database.newProcess(UidLayout.DEFAULT)) {
            system.run(server);
            system.run(server, ours::getUID);
            system.run(ours::getUID);
            long[] afterRollback = system.run(server);
            assertThat(LiveSystem.greatest(afterRollback)).isLessThan(1_000_000);
        }
        system.assertThatNoIdCameTwice();
    }

    /**
     * A server: it raises {@code max_id} by {@code step} if the row still has the version it read, and hands out those
     * of the numbers in {@code (max_id, max_id + step]} that leave the remainder.
     */
    private static final class TinyIdServer implements LongSupplier {
        private final Database database;
        private long current;
        private long max;
        private long delta = 1;

        TinyIdServer(Database database) {
            this.database = database;
        }

        @Override
        public synchronized long getAsLong() {
            current += delta;
            while (current > max) {
                load();
            }
            return current;
        }

        private void load() {
            Map<String, Object> row =
                    database.jdbc().queryForMap("SELECT * FROM tiny_id_info WHERE biz_type = 'orders'");
            long from = number(row, "max_id");
            int raised = database.jdbc()
                    .update(
                            "UPDATE tiny_id_info SET max_id = ?, version = version + 1"
                                    + " WHERE id = ? AND max_id = ? AND version = ?",
                            from + number(row, "step"),
                            number(row, "id"),
                            from,
                            number(row, "version"));
            if (raised == 1) {
                delta = number(row, "delta");
                current = from + 1;
                while (current % delta != number(row, "remainder")) {
                    current++;
                }
                max = from + number(row, "step");
            }
        }

        private static long number(Map<String, Object> row, String column) {
            return ((Number) row.get(column)).longValue();
        }
    }
}
