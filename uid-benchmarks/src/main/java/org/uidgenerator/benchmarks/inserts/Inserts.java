package org.uidgenerator.benchmarks.inserts;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Supplier;
import org.uidgenerator.benchmarks.report.InsertReport;
import org.uidgenerator.benchmarks.report.Machine;

/** Rows a second, sizes and times of all kinds of keys on all databases, one after the other. */
public final class Inserts {
    private final InsertSettings settings;
    private final Path folder;
    private final PrintStream out;
    private final List<InsertFigures> figures = new ArrayList<>();
    private final List<String> versions = new ArrayList<>();

    public Inserts(Properties properties, Path folder, PrintStream out) {
        settings = InsertSettings.of(properties);
        this.folder = folder;
        this.out = out;
    }

    /** Measures everything, and writes the report. */
    public void run() throws SQLException, InterruptedException, IOException {
        Machine machine = Machine.ofThisProcess();
        out.println(settings);
        for (Supplier<Target> each : Target.all()) {
            try (Target target = each.get()) {
                versions.add(version(target));
                measure(target, RowKey.UID, settings); // the first one is slower than the others
                for (RowKey key : RowKey.values()) {
                    if (key.runsOn(target)) {
                        figures.add(measure(target, key, settings));
                    }
                }
            }
        }
        InsertReport.write(new InsertReport.Run(machine, versions, settings.toString(), figures), folder);
        out.println("Report: " + folder.resolve(InsertReport.TEXT));
    }

    private InsertFigures measure(Target target, RowKey key, InsertSettings settings)
            throws SQLException, InterruptedException, IOException {
        out.printf(Locale.ROOT, "%s, %s, %,d rows ..", target.name(), key.shownName(), settings.rows());
        out.flush();
        long startNanos = System.nanoTime();
        try (InsertRun run = new InsertRun(target, key, settings)) {
            return run.measure();
        } finally {
            out.printf(Locale.ROOT, " %.0f s%n", (System.nanoTime() - startNanos) / 1e9);
        }
    }

    private static String version(Target target) throws SQLException {
        try (Connection connection = DriverManager.getConnection(target.url(target.newDatabase(), target.port()))) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            return target.name() + " " + version.split(" ", 2)[0];
        }
    }
}
