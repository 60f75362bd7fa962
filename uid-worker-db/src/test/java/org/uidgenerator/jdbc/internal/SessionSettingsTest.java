package org.uidgenerator.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.SqlPiece;

class SessionSettingsTest {
    /** A connection that breaks fails at both. */
    @Test
    void saysWhyStatementsHaveFailedThoughTheSettingsCannotBeSetBack() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:");
        SqlDialect dialect = SqlDialect.builder("H2")
                .sql(SqlPiece.SET, "SET LOCK_TIMEOUT 1")
                .sql(SqlPiece.SET_BACK, "SET NO_SUCH_SETTING 1")
                .build();
        Database database = Database.apart(dataSource, dialect);
        IllegalStateException failure = new IllegalStateException("of the statements");

        assertThatThrownBy(() -> database.read(() -> {
                    throw failure;
                }))
                .isSameAs(failure)
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .hasOnlyElementsOfType(DataAccessException.class)
                        .hasSize(1));
    }
}
