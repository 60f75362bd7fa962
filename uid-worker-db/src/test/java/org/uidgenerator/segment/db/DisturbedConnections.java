package org.uidgenerator.segment.db;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Does something to a connection before a certain call of it: of a method, or with a certain statement. */
final class DisturbedConnections extends DelegatingDataSource {
    private final String call;
    private final Disturbance disturbance;

    interface Disturbance {
        void disturb(Connection connection) throws SQLException;
    }

    DisturbedConnections(DataSource target, String call, Disturbance disturbance) {
        super(target);
        this.call = call;
        this.disturbance = disturbance;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(call)
                            || (arguments != null
                                    && arguments[0] instanceof String statement
                                    && statement.startsWith(call))) {
                        disturbance.disturb(connection);
                    }
                    try {
                        return called.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
