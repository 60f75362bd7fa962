package org.uidgenerator.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import org.openjdk.jmh.Main;
import org.uidgenerator.benchmarks.inserts.Inserts;
import org.uidgenerator.benchmarks.report.CitedFigures;

/**
 * Measures everything and writes the report, or that of inserts in the mode {@code inserts}, and the figures of pages
 * that cite it. With arguments, it is JMH's own command line.
 */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] args) throws IOException, InterruptedException, SQLException {
        if (args.length > 0) {
            Main.main(args);
        } else if (!measure(System.getProperties())) {
            System.exit(1);
        }
    }

    /** Returns whether all steps succeeded. */
    private static boolean measure(Properties properties) throws IOException, InterruptedException, SQLException {
        Path folder = Settings.out(properties);
        boolean complete = true;
        if (properties.getProperty("benchmark.mode", "").equals("inserts")) {
            new Inserts(properties, folder, System.out).run();
        } else {
            complete = new Suite(Settings.of(properties), System.out).run();
        }
        if (folder.equals(CitedFigures.FOLDER)) {
            CitedFigures.write(Path.of(""));
        }
        return complete;
    }
}
