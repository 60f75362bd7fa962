package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.worker.WorkerLease;

/** A JVM that uses the generators prints no warning of its own, whatever its version, and ends by itself. */
class SilenceTest {
    @Test
    void runsWithoutAWordFromTheJvmAndEndsWithoutClose() throws Exception {
        List<String> options = new ArrayList<>(List.of("-Xlog:disable", "-Xlog:all=warning"));
        if (Runtime.version().feature() >= 23) {
            options.add("--sun-misc-unsafe-memory-access=deny");
        }

        assertThat(ChildJvm.run(options, UsesBothAndForgetsToClose.class)).isEqualTo("both gave uids\n");
    }

    static final class UsesBothAndForgetsToClose {
        private UsesBothAndForgetsToClose() {}

        public static void main(String[] args) {
            Logger.getLogger("").setLevel(Level.WARNING);
            long cached = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                    .build()
                    .getUID();
            long unbuffered = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(8))
                    .build()
                    .getUID();
            System.out.println(cached > 0 && unbuffered > 0 ? "both gave uids" : "no uids");
        }
    }
}
