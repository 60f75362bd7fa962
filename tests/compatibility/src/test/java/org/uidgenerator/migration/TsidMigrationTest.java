package org.uidgenerator.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.TsidFactory;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;

/** From tsid-creator, unmodified; Hypersistence TSID makes the same ids. */
class TsidMigrationTest {
    private static final UidLayout SAME_EPOCH =
            UidLayout.builder().epoch(LayoutPreset.TSID.layout().epoch()).build();

    @Test
    void liesAboveTsidsWithTheSameEpoch() throws Exception {
        LiveSystem system = new LiveSystem();
        LongSupplier first = process(1);
        LongSupplier second = process(2);
        try (Database database = new Database();
                var ours = database.newProcess(SAME_EPOCH);
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

    private static LongSupplier process(int node) {
        TsidFactory factory = TsidFactory.builder().withNode(node).build();
        return () -> factory.create().toLong();
    }
}
