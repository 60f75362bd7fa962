package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;

/** The functions in MySQL and MariaDB, whose moments are in UTC and have no time zone. */
abstract class MySqlFunctionsSuite extends SqlFunctionsSuite {
    @Override
    void create(SqlFunctions functions) {
        jdbc.execute("SET time_zone = '+05:45'");
        for (String statement :
                functions.mySql().replaceAll("(?m)^DELIMITER .*$", "").split("//", -1)) {
            if (!statement.isBlank()) {
                jdbc.execute(statement);
            }
        }
    }

    @Override
    Object moment(Instant moment) {
        return LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
    }

    @Override
    Instant moment(ResultSet row, int column) throws SQLException {
        return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }

    @Test
    void boundsPartitionsByMonth() {
        create(SqlFunctions.of(UidLayout.DEFAULT));
        Long december = jdbc.queryForObject("SELECT uid_month('2026-12-15')", Long.class);
        jdbc.execute("CREATE TABLE ORDERS (ID BIGINT PRIMARY KEY) PARTITION BY RANGE (ID) ("
                + "PARTITION P2026_11 VALUES LESS THAN (" + december + "), PARTITION LATER VALUES LESS THAN MAXVALUE)");

        for (String moment : new String[] {"2026-11-01T00:00:00Z", "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z"}) {
            jdbc.update("INSERT INTO ORDERS VALUES (?)", UidLayout.DEFAULT.encode(Instant.parse(moment), 5, 7));
        }

        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM ORDERS PARTITION (P2026_11)", Long.class))
                .isEqualTo(2);
    }
}
