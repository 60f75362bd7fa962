package org.uidgenerator.spring.boot.internal.stores;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.segment.db.SegmentColumns;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;

/** Counters in a table. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class JdbcSegments extends BuiltInStore<JdbcSegments.Properties>
        implements SegmentStoreProvider<JdbcSegments.Properties> {
    /**
     * The table of the counters.
     *
     * @param tableKind Whose table it is.
     * @param tableName Table of the counters, possibly with its schema and a dot before it. Default is SEGMENT, or what
     *     Leaf or TinyId call it.
     * @param tableCreation On which databases the table is created when it is missing. Kind "standard" only.
     */
    @ConfigurationProperties("uid.segments.jdbc")
    public record Properties(
            @DefaultValue("standard") TableKind tableKind,
            @Nullable String tableName,
            @DefaultValue("embedded") TableCreation tableCreation) {}

    public enum TableKind {
        /** The table SEGMENT that the scripts in sql/ create. */
        STANDARD,

        /** The table leaf_alloc of Leaf, whose servers may use it at the same time. */
        LEAF,

        /** The table tiny_id_info of TinyId, whose servers may use it at the same time. */
        TINY_ID;

        SegmentColumns columns() {
            return switch (this) {
                case STANDARD -> SegmentColumns.STANDARD;
                case LEAF -> SegmentColumns.LEAF;
                case TINY_ID -> SegmentColumns.TINY_ID;
            };
        }
    }

    public JdbcSegments() {
        super(
                JdbcLeases.NAME,
                JdbcLeases.MODULE,
                "org.uidgenerator.segment.db.JdbcSegmentStore",
                List.of("javax.sql.DataSource"),
                Properties.class,
                "Add a DataSource, such as spring.datasource.url and its driver. Counters are rows of a table.");
    }

    @Override
    public Optional<OptionText> advice(Throwable failure) {
        return JdbcLeases.adviceOnDatabase(failure);
    }

    @Override
    public SegmentStore open(StoreRequest<Properties> request, UnknownTags unknownTags) {
        Properties properties = request.properties();
        JdbcSegmentStore.Builder builder = JdbcSegmentStore.builder((DataSource) request.bean())
                .columns(properties.tableKind().columns())
                .unknownTags(unknownTags);
        ifSet(properties.tableName(), builder::tableName);
        if (properties.tableKind() == TableKind.STANDARD) {
            builder.tableCreation(properties.tableCreation());
        }
        request.beanFactory().getBeanProvider(SqlDialect.class).ifAvailable(builder::dialect);
        return builder.build();
    }
}
