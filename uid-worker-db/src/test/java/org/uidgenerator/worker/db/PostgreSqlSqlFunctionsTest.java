package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.UidLayout;
import org.uidgenerator.testing.PostgreSqlServer;

@Tag("proof")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlSqlFunctionsTest extends SqlFunctionsSuite {
    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }

    @Override
    void create(SqlFunctions functions) {
        jdbc.execute("SET TIME ZONE 'Asia/Kathmandu'");
        jdbc.execute(functions.postgreSql());
    }

    @Override
    Object moment(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }

    @Override
    Instant moment(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    @Test
    void boundsPartitionsByMonth() {
        create(SqlFunctions.of(UidLayout.DEFAULT));
        jdbc.execute("CREATE TABLE ORDERS (ID bigint PRIMARY KEY) PARTITION BY RANGE (ID)");
        jdbc.execute("CREATE TABLE ORDERS_2026_11 PARTITION OF ORDERS"
                + " FOR VALUES FROM (uid_month('2026-11-15')) TO (uid_month('2026-12-15'))");

        for (String moment : new String[] {"2026-11-01T00:00:00Z", "2026-11-30T23:59:59Z"}) {
            jdbc.update("INSERT INTO ORDERS VALUES (?)", UidLayout.DEFAULT.encode(Instant.parse(moment), 5, 7));
        }

        assertThat(jdbc.queryForObject("SELECT count(*) FROM ORDERS_2026_11", Long.class))
                .isEqualTo(2);
    }

    @Test
    void usesTheIndexOfTheIdForATime() {
        create(SqlFunctions.of(UidLayout.DEFAULT));
        jdbc.execute("CREATE TABLE PARCELS (ID bigint PRIMARY KEY)");
        jdbc.execute("SET enable_seqscan = off");

        assertThat(jdbc.queryForList(
                        "EXPLAIN SELECT * FROM PARCELS WHERE ID >= uid_min(now() - interval '1 day')", String.class))
                .anySatisfy(line -> assertThat(line).contains("Index Cond: (id >= "));
    }
}
