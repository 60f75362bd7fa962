package org.uidgenerator.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.openjdk.jmh.Main;
import org.uidgenerator.benchmarks.inserts.Inserts;
import org.uidgenerator.benchmarks.machinecode.MachineCode;
import org.uidgenerator.benchmarks.report.CitedFigures;
import org.uidgenerator.benchmarks.service.ServiceLoad;

/**
 * Measures everything and writes the report, or that of inserts, of the id service or of machine code in the mode
 * {@code inserts}, {@code service} or {@code machine-code}, and the figures of pages that cite it. With arguments, it
 * is JMH's own command line.
 */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException, SQLException {
        if (args.length > 0) {
            Main.main(args);
        } else if (!measure(System.getProperties())) {
            System.exit(1);
        }
    }

    /** Returns whether all steps succeeded. */
    private static boolean measure(Properties properties)
            throws IOException, InterruptedException, ExecutionException, SQLException {
        Path folder = Settings.out(properties);
        boolean complete = true;
        switch (properties.getProperty("benchmark.mode", "")) {
            case "inserts" -> new Inserts(properties, folder, System.out).run();
            case "service" -> new ServiceLoad(properties, Settings.newestJdk(properties), folder, System.out).run();
            case "machine-code" -> new MachineCode(Settings.newestJdk(properties), folder, System.out).run();
            default -> complete = new Suite(Settings.of(properties), System.out).run();
        }
        if (folder.equals(CitedFigures.FOLDER)) {
            CitedFigures.write(Path.of(""));
        }
        return complete;
    }
}
