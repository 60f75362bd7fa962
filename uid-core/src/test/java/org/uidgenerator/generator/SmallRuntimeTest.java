package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.contract.ChildJvm;

class SmallRuntimeTest {
    @Test
    @Timeout(600)
    void needsNoFlightRecorder() throws Exception {
        String output = ChildJvm.run(List.of("--limit-modules", "java.base"), SmallRuntimeProgram.class);

        assertThat(output.lines()).contains("made true with jdk.jfr false");
    }
}
