package org.uidgenerator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmTest {
    @TempDir
    Path home;

    @Test
    void runsANewerJdkWithAndWithoutWhatItHasNew() throws IOException {
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"99.0.1\"\n");

        assertThat(Jvm.newer(home))
                .extracting(Jvm::name)
                .containsExactly("JDK 99", "JDK 99, compact object headers", "JDK 99, generational ZGC");
    }

    @Test
    void runsNothingInTheJdkThatBuildsAgain() {
        assertThat(Jvm.newer(Jvm.BUILDING.home())).isEmpty();
    }

    @Test
    void runsNothingInAJdkThatIsNotNewEnough() throws IOException {
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"24.0.2\"\n");

        assertThat(Jvm.newer(home)).isEmpty();
    }
}
