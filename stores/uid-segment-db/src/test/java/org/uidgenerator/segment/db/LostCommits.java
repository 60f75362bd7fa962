package org.uidgenerator.segment.db;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Commits what was written, and loses the connection before anybody hears of it. */
final class LostCommits extends DelegatingDataSource {
    LostCommits(DataSource target) {
        super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        AtomicBoolean written = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals("prepareStatement") && ((String) arguments[0]).startsWith("UPDATE")) {
                        written.set(true);
                    }
                    try {
                        Object result = called.invoke(connection, arguments);
                        if (called.getName().equals("commit") && written.get()) {
                            throw new SQLException("connection lost after commit", "08006");
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
