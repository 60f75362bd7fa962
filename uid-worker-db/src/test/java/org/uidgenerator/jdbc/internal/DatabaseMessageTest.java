package org.uidgenerator.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.jdbc.UncategorizedSQLException;

class DatabaseMessageTest {
    private static String message(SQLException said) {
        return Database.message(new UncategorizedSQLException("read", "SELECT 1", said));
    }

    @Test
    void isTheFirstThatSaysMoreThanAWord() {
        assertThat(message(new SQLException("no such table", new SQLException("socket is closed"))))
                .isEqualTo("no such table");
        assertThat(message(new SQLException(
                        "Error", new SQLException((String) null, new IllegalStateException("syntax error")))))
                .isEqualTo("syntax error");
    }

    @Test
    void isAWordOrTheClassIfThereIsNoMore() {
        assertThat(message(new SQLException("Error", new SQLException(" ")))).isEqualTo("Error");
        assertThat(message(new SQLException())).isEqualTo("java.sql.SQLException");
        assertThat(Database.message(new NonTransientDataAccessResourceException("no connection to give")))
                .isEqualTo("no connection to give");
    }
}
