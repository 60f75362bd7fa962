package org.uidgenerator.spring;

import java.sql.Connection;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A data source that fails the test when it is asked for a connection. */
final class NeverAsked extends AbstractDataSource {

    @Override
    public Connection getConnection() {
        throw new AssertionError("the database was asked too early");
    }

    @Override
    public Connection getConnection(String username, String password) {
        return getConnection();
    }
}
