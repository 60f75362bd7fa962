package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.contract.ChildJvm;

/** The generators by the clock of the machine, which is set by hours while they are in use. */
@Tag("proof")
@EnabledOnOs(
        value = OS.LINUX,
        architectures = "amd64",
        disabledReason = "the library that sets the clock is built for Linux on x86-64")
class WallClockTest {
    private static final String LIBRARY = "/org/uidgenerator/testing/wallclock/wallclock.so";

    @Test
    void givesUniqueUidsInOrderAndNearTheClockWhileTheClockIsSetByHours(@TempDir Path folder) throws Exception {
        Path offset = Files.write(folder.resolve("offset"), new byte[Long.BYTES]);
        URI library = WallClockTest.class.getResource(LIBRARY).toURI();
        Map<String, String> environment =
                Map.of("LD_PRELOAD", Path.of(library).toString(), WallClockRun.OFFSET_FILE, offset.toString());

        String output = ChildJvm.run(environment, List.of("-ea"), WallClockRun.class);

        assertThat(output).isEqualTo("""
                        PER_THREAD: UIDs near the clock, UIDs near the clock, UIDs near the clock, no UID, UIDs near the clock
                        STRICT: UIDs near the clock, UIDs near the clock, UIDs near the clock, no UID, UIDs near the clock
                        ON_DEMAND: UIDs near the clock, UIDs near the clock, UIDs near the clock, no UID, UIDs near the clock
                        """);
    }
}
