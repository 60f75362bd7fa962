package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.core.SpringVersion;

class SpringVersionTest {

    @Test
    void runsOnTheSpringFrameworkThatTheModuleIsFor() {
        assertThat(SpringVersion.getVersion()).startsWith(System.getProperty("expectedSpringVersion"));
    }
}
