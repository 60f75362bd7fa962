package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.contract.ChildJvm;

@Tag("proof")
class FullHeapTest {
    @Test
    void recoversWhenTheHeapWasFull(@TempDir Path folder) throws Exception {
        String output = ChildJvm.run(
                List.of("-Xmx24m", "-XX:+UseSerialGC", "-ea", "-Dfolder=" + folder), FullHeapProgram.class);

        assertThat(output.lines()).contains("failures true", "cached true", "standard true", "leased true", "tag true");
    }
}
