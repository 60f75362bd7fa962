package org.uidgenerator.cli;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.worker.db.SqlFunctions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the SQL functions with which databases read UIDs. */
@Command(
        name = "sql",
        description = "Prints a script of SQL functions that read the UIDs of a layout: uid_time(uid), uid_worker(uid),"
                + " uid_sequence(uid), uid_min(moment), uid_max(moment), uid_month(moment).",
        footer = {
            "",
            "Examples:",
            "  uid sql --database postgresql | psql",
            "  uid sql --database mysql --layout twitter"
        },
        sortOptions = false)
final class SqlCommand extends ContextCommand implements Runnable {
    @Option(
            names = "--database",
            required = true,
            paramLabel = "<database>",
            description = "One of ${COMPLETION-CANDIDATES}, in lower case, too.")
    private @Nullable Database database;

    @Mixin
    private LayoutOption layout = new LayoutOption();

    @Option(
            names = "--schema",
            paramLabel = "<schema>",
            description =
                    "Print a generator instead: uid_next() in this schema of PostgreSQL, as the default of columns.")
    private @Nullable String schema;

    @Option(
            names = "--worker-id",
            paramLabel = "<id>",
            description = "The worker id of the generator, which the script takes in the table WORKER_LEASE.")
    private @Nullable Long worker;

    private enum Database {
        POSTGRESQL,
        MYSQL,
        MARIADB,
        H2
    }

    @Override
    public void run() {
        script(SqlFunctions.of(layout.layout())).lines().forEach(context().lines()::add);
    }

    private String script(SqlFunctions functions) {
        if (schema == null && worker == null) {
            return reading(functions);
        }
        if (schema == null || worker == null || database != Database.POSTGRESQL) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "--schema and --worker-id go together, with --database=postgresql: schema=%s, worker-id=%s, database=%s",
                    schema,
                    worker,
                    database));
        }
        return functions.postgreSqlGenerator(schema, worker);
    }

    private String reading(SqlFunctions functions) {
        return switch (Objects.requireNonNull(database)) {
            case POSTGRESQL -> functions.postgreSql();
            case MYSQL, MARIADB -> functions.mySql();
            case H2 -> functions.h2();
        };
    }
}
