package org.uidgenerator.simulation;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** The store as a process reaches it: requests and answers take time, and may be lost. */
final class StoreOfProcess extends AbstractDataSource {
    private final Simulation simulation;
    private final SimulatedProcess process;

    StoreOfProcess(Simulation simulation, SimulatedProcess process) {
        this.simulation = simulation;
        this.process = process;
    }

    @Override
    public Connection getConnection() throws SQLException {
        simulation.delay(process); // the request is on its way
        if (process.isDead() || process.host().isCutOff() || simulation.storeIsAway()) {
            throw StoreConnection.lost();
        }
        // Answers are delayed when a connection is closed, because by then Spring has taken it off the thread
        // that we all share.
        return StoreConnection.open(simulation.store(), simulation.nextFault(), () -> simulation.delay(process));
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }
}
