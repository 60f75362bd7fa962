package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.segment.db.number.GaplessNumbers;

/** What is checked before the database is asked. */
class JdbcSegmentStoreTest {
    private static final DataSource UNUSED = new DriverManagerDataSource();

    @Test
    void createsWithTheStandardColumnsOnly() {
        JdbcSegmentStore.Builder leaf = JdbcSegmentStore.builder(UNUSED).columns(SegmentColumns.LEAF);

        assertThat(leaf.build()).hasToString("leaf_alloc");
        assertThatThrownBy(() -> leaf.tableCreation(TableCreation.ALWAYS).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tables are created with the standard columns only: tableCreation=ALWAYS, columns="
                        + SegmentColumns.LEAF);
        assertThatThrownBy(() -> leaf.tableCreation(TableCreation.NEVER)
                        .unknownTags(UnknownTags.CREATE)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("counters are created with the standard columns only: " + SegmentColumns.LEAF);
    }

    @Test
    void namesTheTable() {
        assertThat(JdbcSegmentStore.on(UNUSED)).hasToString("SEGMENT");
        assertThat(JdbcSegmentStore.builder(UNUSED)
                        .columns(SegmentColumns.TINY_ID)
                        .tableName("ids.tiny")
                        .build())
                .hasToString("ids.tiny");
        JdbcSegmentStore.Builder builder = JdbcSegmentStore.builder(UNUSED).tableName("a b");
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tableName must be a plain SQL identifier"
                        + " ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one: tableName=a b");
    }

    @Test
    void speaksTheDialectThatItIsTold() {
        JdbcSegmentStore store = JdbcSegmentStore.builder(new DriverManagerDataSource("jdbc:h2:mem:dialectOfSegments"))
                .dialect(SqlDialect.builder("Acme SQL")
                        .script("SEGMENT", "CREATE TABLE SEGMENT")
                        .build())
                .build();

        assertThatThrownBy(() -> store.take("orders", 1))
                .hasMessageEndingWith("create it with the script of the dialect Acme SQL or set tableCreation=ALWAYS");
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> JdbcSegmentStore.on(null)).hasMessage("dataSource");
        JdbcSegmentStore.Builder builder = JdbcSegmentStore.builder(UNUSED);
        assertThatThrownBy(() -> builder.columns(null)).hasMessage("columns");
        assertThatThrownBy(() -> builder.tableName(null)).hasMessage("tableName");
        assertThatThrownBy(() -> builder.unknownTags(null)).hasMessage("unknownTags");
        assertThatThrownBy(() -> builder.tableCreation(null)).hasMessage("tableCreation");
        assertThatThrownBy(() -> builder.dialect(null)).hasMessage("dialect");
        JdbcSegmentStore store = builder.build();
        assertThatThrownBy(() -> store.take(null, 1)).hasMessage("tag");
        assertThatThrownBy(() -> store.create(null, 1)).hasMessage("tag");
        assertThatThrownBy(() -> store.describe(null)).hasMessage("tag");
        assertThatThrownBy(() -> new SegmentColumns(null, "t", "v", false, null, null, null))
                .hasMessage("tableName");
        assertThatThrownBy(() -> new SegmentColumns("T", null, "v", false, null, null, null))
                .hasMessage("tag");
        assertThatThrownBy(() -> TicketTables.join(null, Map.of())).hasMessage("servers");
        assertThatThrownBy(() -> TicketTables.join(List.of(UNUSED), null)).hasMessage("tables");
        assertThatThrownBy(() -> GaplessNumbers.in(null)).hasMessage("dataSource");
        GaplessNumbers.Builder gapless = GaplessNumbers.builder(UNUSED);
        assertThatThrownBy(() -> gapless.tableName(null)).hasMessage("tableName");
        assertThatThrownBy(() -> gapless.dialect(null)).hasMessage("dialect");
        assertThatThrownBy(() -> gapless.build().next(null)).hasMessage("name");
        assertThatThrownBy(() -> gapless.build().next("invoice", null)).hasMessage("period");
    }
}
