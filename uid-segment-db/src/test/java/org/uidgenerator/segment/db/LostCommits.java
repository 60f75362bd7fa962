package org.uidgenerator.segment.db;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Commits, and loses the connection before anybody hears of it. */
final class LostCommits extends DelegatingDataSource {
    LostCommits(DataSource target) {
        super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, called, arguments) -> {
                    try {
                        Object result = called.invoke(connection, arguments);
                        if (called.getName().equals("commit")) {
                            throw new SQLException("connection lost after commit", "08006");
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
