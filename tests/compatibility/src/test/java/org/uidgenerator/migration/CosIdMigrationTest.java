package org.uidgenerator.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import me.ahoo.cosid.segment.DefaultSegmentId;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;

/** From CosId, unmodified. */
class CosIdMigrationTest {
    private static final UidLayout SAME_EPOCH =
            UidLayout.builder().epoch(LayoutPreset.COSID.layout().epoch()).build();

    private final Database database = new Database();
    private final LiveSystem system = new LiveSystem();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void liesAboveSnowflakesWithTheSameEpoch() throws Exception {
        LongSupplier first = new MillisecondSnowflakeId(1)::generate;
        LongSupplier second = new MillisecondSnowflakeId(2)::generate;
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
    void replacesSegmentsByUidsOfTime() throws Exception {
        IdSegmentDistributor counter = new IdSegmentDistributor.Atomic(1000);
        LongSupplier first = new DefaultSegmentId(counter)::generate;
        LongSupplier second = new DefaultSegmentId(counter)::generate;
        try (var ours = database.newProcess(UidLayout.DEFAULT)) {
            system.run(first, second);
            system.run(first, second, ours::getUID);
            system.run(ours::getUID);
            long[] afterRollback = system.run(first, second);
            assertThat(LiveSystem.greatest(afterRollback)).isLessThan(1_000_000);
        }
        system.assertThatNoIdCameTwice();
    }
}
