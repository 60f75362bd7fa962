package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialectTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"jdbc:h2:mem:uid", "jdbc:h2:~/uid", "jdbc:h2:./uid", "jdbc:h2:file:/var/uid", "jdbc:h2:nio:~/uid"
            })
    void takesH2InThisProcessForEmbedded(String url) {
        assertThat(Dialect.H2.isEmbedded(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:tcp://db/~/uid", "jdbc:h2:ssl://db/~/uid"})
    void takesH2OnAServerForAServer(String url) {
        assertThat(Dialect.H2.isEmbedded(url)).isFalse();
    }

    @Test
    void takesTheOthersForServers() {
        assertThat(Dialect.MYSQL.isEmbedded("jdbc:mysql://localhost/uid")).isFalse();
        assertThat(Dialect.MARIADB.isEmbedded("jdbc:mariadb://localhost/uid")).isFalse();
        assertThat(Dialect.POSTGRESQL.isEmbedded("jdbc:postgresql://localhost/uid"))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void hasItsScriptsInTheJar(Dialect dialect) {
        assertThat(Dialect.class.getResource(dialect.script("worker-node"))).isNotNull();
        assertThat(Dialect.class.getResource(dialect.script("worker-lease"))).isNotNull();
    }
}
