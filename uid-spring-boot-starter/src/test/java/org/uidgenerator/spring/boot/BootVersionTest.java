package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;

class BootVersionTest {

    @Test
    void runsOnTheSpringBootThatTheModuleIsFor() {
        assertThat(SpringBootVersion.getVersion()).startsWith(System.getProperty("expectedBootVersion"));
    }
}
