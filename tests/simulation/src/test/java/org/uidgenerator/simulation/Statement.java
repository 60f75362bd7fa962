package org.uidgenerator.simulation;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.SortedMap;

/** An update that a process has asked for. */
record Statement(String sql, SortedMap<Integer, Object> parameters) {

    int execute(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (var parameter : parameters.entrySet()) {
                statement.setObject(parameter.getKey(), parameter.getValue());
            }
            return statement.executeUpdate();
        }
    }
}
