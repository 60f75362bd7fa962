package org.uidgenerator.worker.db;

import java.util.Locale;
import java.util.Optional;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.internal.SqlTable;
import org.uidgenerator.jdbc.internal.TableName;

/** The table of the other kind of worker ids in the same schema. */
final class Neighbour {
    private Neighbour() {}

    /**
     * Finds it.
     *
     * @param standardName its name
     * @return its name as it stands in SQL, or empty if it is not there
     * @throws UidGenerateException if it may be there but cannot be read
     */
    static Optional<TableName> of(SqlTable table, String standardName) {
        try {
            return table.beside(standardName);
        } catch (BadSqlGrammarException | UncategorizedSQLException e) {
            TableName neighbour = table.nameBeside(standardName);
            throw new UidGenerateException(
                    String.format(
                            Locale.ROOT,
                            "worker ids of %s cannot be compared with those of %s, if that table is there: %s",
                            table,
                            neighbour,
                            table.saidOf(neighbour, e)),
                    e);
        }
    }
}
