package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.uidgenerator.server.web.Route;

/** The description of the service. Each answer that a test gets is checked against it by {@link Answer}. */
class OpenApiTest {
    private final RunningServer server = Servers.open();

    @Test
    void hasEachPath() {
        assertThat(server.beans(Route.Group.class)
                        .flatMap(some -> some.routes().stream())
                        .map(Route::pattern))
                .containsExactlyInAnyOrderElementsOf(OpenApi.paths());
    }

    @Test
    void hasExamplesThatFollowIt() {
        assertThat(OpenApi.faultsOfExamples()).isEmpty();
    }

    @Test
    void isServed() throws Exception {
        Answer answer = Answer.get(server.uri("/openapi.yaml"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/yaml");
        assertThat(answer.body()).startsWith("openapi: 3.1.0\n");
    }

    @Test
    void showsTheWorkersAsItSays() throws Exception {
        Answer answer = Answer.get(server.uri("/api/workers"));

        assertThat(answer.json().get("store").stringValue())
                .isEqualTo("leased worker ids of WORKER_LEASE (namespace default)");
        assertThat(answer.json().get("workers")).hasSize(1);
        assertThat(answer.json().get("workers").get(0).get("self").booleanValue())
                .isTrue();
        assertThat(answer.json().get("self").get("workerId").stringValue()).isEqualTo("0");
    }
}
