package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.CounterSettings;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.test.contract.SegmentStoreContract;

/** The store of docs/counters.md, which keeps some tags in one database and all others in another one. */
class SplitCountersTest extends SegmentStoreContract {
    private final JdbcSegmentStore shop = store("shop");
    private final JdbcSegmentStore others = store("others");

    record SplitCounters(SegmentStore shop, SegmentStore others) implements SegmentStore {
        private SegmentStore of(String tag) {
            return tag.startsWith("shop.") ? shop : others;
        }

        @Override
        public UidRange take(String tag, long length) {
            return of(tag).take(tag, length);
        }

        @Override
        public boolean create(String tag, CounterSettings settings) {
            return of(tag).create(tag, settings);
        }
    }

    private static JdbcSegmentStore store(String name) {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:splitCounters-" + name + ";DB_CLOSE_DELAY=-1");
        return JdbcSegmentStore.on(database);
    }

    @Override
    protected SegmentStore newStore() {
        return new SplitCounters(shop, others);
    }

    @Override
    protected void create(String tag, long first) {
        newStore().create(tag, CounterSettings.startingAt(first));
    }

    @Test
    void keepsEachTagInItsDatabase() {
        create("shop.orders", 1);
        create("parcels", 1);

        assertThat(newStore().take("shop.orders", 10)).isEqualTo(new UidRange(1, 10, 1));
        assertThat(newStore().take("parcels", 20)).isEqualTo(new UidRange(1, 20, 1));

        assertThat(shop.describe("shop.orders")).contains(new SegmentCounter("shop.orders", 10));
        assertThat(shop.describe("parcels")).isEmpty();
        assertThat(others.describe("parcels")).contains(new SegmentCounter("parcels", 20));
        assertThat(others.describe("shop.orders")).isEmpty();
    }
}
