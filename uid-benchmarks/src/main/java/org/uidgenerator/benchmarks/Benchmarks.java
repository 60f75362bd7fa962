package org.uidgenerator.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Properties;
import org.openjdk.jmh.Main;
import org.uidgenerator.benchmarks.inserts.Inserts;

/**
 * Measures everything and writes the report, or that of inserts in the mode {@code inserts}. With arguments, it is
 * JMH's own command line.
 */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] args) throws IOException, InterruptedException, SQLException {
        Properties properties = System.getProperties();
        if (args.length > 0) {
            Main.main(args);
        } else if (properties.getProperty("benchmark.mode", "").equals("inserts")) {
            new Inserts(properties, Settings.out(properties), System.out).run();
        } else if (!new Suite(Settings.of(properties), System.out).run()) {
            System.exit(1);
        }
    }
}
