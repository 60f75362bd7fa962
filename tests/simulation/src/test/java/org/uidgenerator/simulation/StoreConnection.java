package org.uidgenerator.simulation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A connection of a process to the store, which may be lost at a critical moment. */
final class StoreConnection implements InvocationHandler {
    private final Store store;
    private final Connection connection;
    private final StoreFault fault;
    private final Runnable afterClose;
    private final List<Statement> written = new ArrayList<>();
    private boolean closed;

    private StoreConnection(Store store, Connection connection, StoreFault fault, Runnable afterClose) {
        this.store = store;
        this.connection = connection;
        this.fault = fault;
        this.afterClose = afterClose;
    }

    static Connection open(Store store, StoreFault fault, Runnable afterClose) throws SQLException {
        return proxy(Connection.class, new StoreConnection(store, store.connect(), fault, afterClose));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    static SQLException lost() {
        return new SQLException("connection lost", "08006");
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "prepareStatement" ->
                recording((PreparedStatement) call(connection, method, arguments), (String) arguments[0]);
            case "commit" -> {
                commit();
                yield null;
            }
            case "close" -> {
                close();
                yield null;
            }
            default -> call(connection, method, arguments);
        };
    }

    private void close() throws SQLException {
        connection.close();
        if (!closed) {
            closed = true;
            afterClose.run();
        }
    }

    private PreparedStatement recording(PreparedStatement target, String sql) {
        TreeMap<Integer, Object> parameters = new TreeMap<>();
        return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
            if (method.getName().startsWith("set") && arguments.length >= 2 && arguments[0] instanceof Integer index) {
                parameters.put(index, method.getName().equals("setNull") ? null : arguments[1]);
            } else if (method.getName().equals("executeUpdate")) {
                written.add(new Statement(sql, parameters));
            }
            return call(target, method, arguments);
        });
    }

    private void commit() throws SQLException {
        if (written.isEmpty()) {
            connection.commit();
            return;
        }
        switch (fault) {
            case NONE -> commitAll(true);
            case LOST_AFTER_COMMIT -> {
                commitAll(false);
                throw lost();
            }
            case LOST_BEFORE_COMMIT -> {
                connection.rollback();
                throw lost();
            }
            case LOST_AND_COMMITTED_LATER -> {
                connection.rollback();
                store.holdBack(written);
                throw lost();
            }
            case CONFLICT -> {
                connection.rollback();
                throw new SQLException("serialization failure", "40001");
            }
        }
    }

    private void commitAll(boolean acknowledged) throws SQLException {
        connection.commit();
        store.committed(acknowledged);
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
