package org.uidgenerator.worker.db;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database whose driver reports another name. */
final class OtherProduct extends DelegatingDataSource {
    private final String name;

    OtherProduct(String name, DataSource target) {
        super(target);
        this.name = name;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        DatabaseMetaData renamed =
                proxy(DatabaseMetaData.class, connection.getMetaData(), "getDatabaseProductName", name);
        return proxy(Connection.class, connection, "getMetaData", renamed);
    }

    private static <T> T proxy(Class<T> type, T target, String method, Object result) {
        InvocationHandler handler = (proxy, called, arguments) -> {
            if (called.getName().equals(method)) {
                return result;
            }
            try {
                return called.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
