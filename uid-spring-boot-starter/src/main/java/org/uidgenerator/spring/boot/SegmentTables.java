package org.uidgenerator.spring.boot;

import static org.uidgenerator.spring.boot.UidSettings.ifSet;

import javax.sql.DataSource;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.segment.db.SegmentColumns;
import org.uidgenerator.spring.boot.SegmentProperties.TableKind;

/** Makes counters in tables; a class of its own, since uid-segment-db may be absent. */
final class SegmentTables {
    private final SegmentProperties properties;
    private final SegmentTags tags;
    private final CounterStores stores;

    SegmentTables(SegmentProperties properties, SegmentTags tags, CounterStores stores) {
        this.properties = properties;
        this.tags = tags;
        this.stores = stores;
    }

    JdbcSegmentStore jdbc() {
        DataSource dataSource = (DataSource) stores.take(CounterStore.JDBC, Segments.STORE);
        JdbcSegmentStore.Builder builder =
                JdbcSegmentStore.builder(dataSource).columns(columns()).unknownTags(properties.unknownTags());
        ifSet(properties.tableName(), builder::tableName);
        if (properties.tableKind() == TableKind.STANDARD) {
            builder.tableCreation(properties.tableCreation());
        }
        JdbcSegmentStore table = builder.build();
        tags.createIn(table, table::create);
        return table;
    }

    private SegmentColumns columns() {
        return switch (properties.tableKind()) {
            case STANDARD -> SegmentColumns.STANDARD;
            case LEAF -> SegmentColumns.LEAF;
            case TINY_ID -> SegmentColumns.TINY_ID;
        };
    }
}
