package org.uidgenerator.server.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Collection;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.server.RunningServer;
import org.uidgenerator.server.Servers;

/** The requests of a server to itself, whatever its clients need. */
class WarmUpTest {
    static Stream<String> whatClientsNeed() {
        return Stream.of(
                "--uid.server.anonymous=false",
                "--server.servlet.context-path=/uids",
                "--uid.server.requests-per-second=1",
                "--uid.server.clients.operator.token-sha256=" + Servers.sha256(Servers.OPERATOR));
    }

    @ParameterizedTest
    @MethodSource("whatClientsNeed")
    void hasAskedForIdsBeforeTheFirstClient(String argument) {
        try (RunningServer server = RunningServer.start(argument)) {
            Collection<Timer> ofRequests = server.bean(MeterRegistry.class)
                    .find("http.server.requests")
                    .timers();

            assertThat(ofRequests).singleElement().satisfies(timer -> {
                assertThat(timer.getId().getTag("method")).isEqualTo("HEAD");
                assertThat(timer.getId().getTag("uri")).isEqualTo("/api/id");
                assertThat(timer.getId().getTag("status")).isEqualTo("200");
                assertThat(timer.count()).isPositive();
            });
        }
    }
}
