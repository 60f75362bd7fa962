package org.uidgenerator.worker.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Holds whoever wants a connection until told to let go. */
final class HeldDataSource extends DelegatingDataSource {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private volatile boolean holding;

    HeldDataSource(DataSource target) {
        super(target);
    }

    void hold() {
        holding = true;
    }

    void awaitArrival() throws InterruptedException {
        arrived.await();
    }

    void letGo() {
        holding = false;
        letGo.countDown();
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (holding) {
            arrived.countDown();
            try {
                letGo.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException(e);
            }
        }
        return super.getConnection();
    }
}
