package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.contract.ChildJvm;

@Tag("proof")
class SmallRuntimeTest {
    @Test
    void needsNoFlightRecorder() throws Exception {
        String output = ChildJvm.run(List.of("--limit-modules", "java.base"), SmallRuntimeProgram.class);

        assertThat(output.lines()).contains("made true with jdk.jfr false");
    }
}
