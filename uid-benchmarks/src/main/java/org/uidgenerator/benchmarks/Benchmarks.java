package org.uidgenerator.benchmarks;

import java.io.IOException;
import org.openjdk.jmh.Main;

/** Measures everything and writes the report. With arguments, it is JMH's own command line. */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 0) {
            Main.main(args);
        } else if (!new Suite(Settings.of(System.getProperties()), System.out).run()) {
            System.exit(1);
        }
    }
}
