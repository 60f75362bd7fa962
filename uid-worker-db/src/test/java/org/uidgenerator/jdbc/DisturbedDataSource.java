package org.uidgenerator.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Loses connections at the commit of what was written when told to, after the commit was done or before. */
public final class DisturbedDataSource extends DelegatingDataSource {
    public enum Commit {
        DONE,
        LOST_AFTERWARDS,
        LOST_BEFORE
    }

    private final Queue<Commit> next = new ConcurrentLinkedQueue<>();

    public DisturbedDataSource(DataSource target) {
        super(target);
    }

    /** Sets the outcomes of the next commits, one after the other. */
    public void next(Commit... next) {
        this.next.addAll(List.of(next));
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        AtomicBoolean written = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals("prepareStatement") && !((String) arguments[0]).startsWith("SELECT")) {
                        written.set(true);
                    }
                    boolean disturbed = called.getName().equals("commit") && written.getAndSet(false);
                    Commit told = disturbed ? next.poll() : null;
                    Commit commit = told == null ? Commit.DONE : told;
                    if (commit == Commit.LOST_BEFORE) {
                        connection.rollback();
                        throw new SQLException("connection lost before commit", "08006");
                    }
                    try {
                        Object result = called.invoke(connection, arguments);
                        if (commit == Commit.LOST_AFTERWARDS) {
                            throw new SQLException("connection lost after commit", "08006");
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
