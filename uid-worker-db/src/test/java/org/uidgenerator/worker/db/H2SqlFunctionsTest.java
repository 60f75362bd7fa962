package org.uidgenerator.worker.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class H2SqlFunctionsTest extends SqlFunctionsSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:";
    }

    @Override
    void create(SqlFunctions functions) {
        jdbc.execute(functions.h2());
    }

    @Override
    Object moment(Instant moment) {
        return moment.atOffset(ZoneOffset.ofHours(3));
    }

    @Override
    Instant moment(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
