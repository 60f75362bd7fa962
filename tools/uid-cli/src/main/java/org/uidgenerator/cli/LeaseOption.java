package org.uidgenerator.cli;

import org.uidgenerator.jdbc.TableCreation;
import picocli.CommandLine.Option;

/** A worker id leased from a database. */
final class LeaseOption extends DatabaseOption {
    @Option(names = "--create-table", description = "Create the table if it is missing, as is always done in H2 files.")
    private boolean createTable;

    WorkerIdSource source(CommandContext context) {
        return open(context, createTable ? TableCreation.ALWAYS : TableCreation.EMBEDDED, " or with --create-table");
    }
}
