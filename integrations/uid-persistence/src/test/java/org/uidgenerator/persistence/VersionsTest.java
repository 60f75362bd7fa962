package org.uidgenerator.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import org.hibernate.Version;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;

/** The other tests run against the libraries they are said to run against. */
class VersionsTest {
    @Test
    void hibernateAndBootAreOfTheExpectedLine() {
        assertThat(Version.getVersionString()).startsWith(System.getProperty("expectedHibernateVersion"));
        assertThat(SpringBootVersion.getVersion()).startsWith(System.getProperty("expectedBootVersion"));
    }
}
