package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.jackson.PublicUidFormat;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** What a team has that adds the starter: a real application on Tomcat, asked through HTTP; one for all tests. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WebApplicationTest {
    private static ConfigurableApplicationContext context;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        context = SpringApplication.run(
                Shop.class,
                "--server.port=0",
                "--server.shutdown=graceful",
                "--uid.public-ids.key=000102030405060708090a0b0c0d0e0f",
                "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.health.show-details=always");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static HttpRequest request(String path) {
        String port = context.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
    }

    private static HttpResponse<String> send(String path) throws IOException, InterruptedException {
        return CLIENT.send(request(path), HttpResponse.BodyHandlers.ofString());
    }

    private static Map<String, Object> get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = send(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonParserFactory.getJsonParser().parseMap(response.body());
    }

    @Test
    void takesUidsOfTheInjectedGenerator() throws Exception {
        long first = Long.parseLong(send("/order").body());
        long second = Long.parseLong(send("/order").body());

        assertThat(first).isPositive();
        assertThat(second).isPositive().isNotEqualTo(first);
    }

    @Test
    void theEndpointDescribesTheGenerator() throws Exception {
        send("/order");

        Map<String, Object> generators = get("/actuator/uid");
        assertThat(generators).containsOnlyKeys("uidGenerator");
        Map<String, Object> generator = get("/actuator/uid/uidGenerator");
        assertThat(generator)
                .containsEntry("layout", "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z")
                .containsEntry("expiresAt", "2094-01-19T03:14:08Z")
                .containsEntry("uidsPerSecond", 262144.0)
                .containsKeys("borrowed", "staleness", "refillTime", "reservedUntil");
        assertThat(number(generator, "workerId")).isZero();
        assertThat(number(generator, "term")).isPositive();
        assertThat(number(generator, "issued")).isPositive();
        assertThat(number(generator, "available")).isPositive();
        assertThat(Instant.parse((String) generator.get("reservedUntil"))).isAfter(Instant.now());
        assertThat(Duration.parse((String) generator.get("borrowed"))).isGreaterThanOrEqualTo(Duration.ZERO);
    }

    private static long number(Map<String, Object> json, String name) {
        return ((Number) json.get(name)).longValue();
    }

    @Test
    void theEndpointTakesAUidApart() throws Exception {
        String uid = send("/order").body();

        Map<String, Object> parts = get("/actuator/uid/uidGenerator/" + uid);

        assertThat(parts).containsEntry("uid", uid).containsOnlyKeys("uid", "time", "workerId", "sequence");
        assertThat(Instant.parse((String) parts.get("time"))).isAfter("2026-01-01T00:00:00Z");
        assertThat(send("/actuator/uid/missing/" + uid).statusCode()).isEqualTo(404);
        assertThat(send("/actuator/uid/missing").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    -5                  | uid must not be negative: uid=-5
                    abc                 | uid must be a number in [0, 9223372036854775807]: uid=abc
                    9223372036854775808 | uid must be a number in [0, 9223372036854775807]: uid=9223372036854775808
                    """)
    void theEndpointRefusesWhatIsNoUid(String uid, String message) throws Exception {
        HttpResponse<String> response = send("/actuator/uid/uidGenerator/" + uid);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .isEqualTo("{\"status\":400,\"error\":\"Bad Request\",\"message\":\"" + message + "\"}");
        assertThat(send("/actuator/uid/missing/" + uid).statusCode()).isEqualTo(404);
    }

    @Test
    void pathVariablesParametersAndJsonHavePublicIds() throws Exception {
        PublicUidFormat format = context.getBean(PublicUidFormat.class);
        String id = format.format(1_234_567_890_123L);
        String parent = format.format(7);

        assertThat(send("/orders/" + id + "/number").body()).isEqualTo("1234567890123");
        assertThat(send("/orders/" + id).body()).isEqualTo("{\"id\":\"" + id + "\",\"parent\":null}");
        assertThat(send("/orders/" + id + "?parent=" + parent).body())
                .isEqualTo("{\"id\":\"" + id + "\",\"parent\":\"" + parent + "\"}");
    }

    /** Also a plain number, which Spring would take if a converter refuses it. */
    @ParameterizedTest
    @ValueSource(strings = {"1234567890123456789", "abc", "-5", "UUUUUUUUUUUUU", "ZZZZZZZZZZZZZ"})
    void whatIsNoPublicIdIsABadRequest(String wrong) throws Exception {
        String id = context.getBean(PublicUidFormat.class).format(1);

        assertThat(send("/orders/" + wrong).statusCode()).isEqualTo(400);
        assertThat(send("/orders/" + wrong + "/number").statusCode()).isEqualTo(400);
        assertThat(send("/orders/" + id + "?parent=" + wrong).statusCode()).isEqualTo(400);
        assertThat(send("/orders/" + id + "?parent=" + id + "&parent=" + id).statusCode())
                .isEqualTo(400);
    }

    @Test
    void theWorkersEndpointListsWhoHasWhat() throws Exception {
        Map<String, Object> assigners = get("/actuator/uidworkers");
        assertThat(assigners).containsOnlyKeys("workerIdAssigner");
        Map<String, Object> assigner = get("/actuator/uidworkers/workerIdAssigner");
        assertThat(assigner).containsEntry("store", "leased worker ids of WORKER_LEASE (namespace default)");
        assertThat((List<?>) assigner.get("workers")).singleElement().satisfies(worker -> {
            Map<?, ?> row = (Map<?, ?>) worker;
            assertThat(row.get("workerId")).hasToString("0");
            assertThat(row.get("state")).isEqualTo("IN_USE");
            assertThat(row.get("holder"))
                    .asString()
                    .endsWith(":" + ProcessHandle.current().pid());
            assertThat(Instant.parse((String) row.get("reservedUntil"))).isAfter(Instant.now());
            assertThat(Duration.parse((String) row.get("age"))).isLessThan(Duration.ofMinutes(10));
        });
        assertThat(send("/actuator/uidworkers/missing").statusCode()).isEqualTo(404);
    }

    @Test
    void metricsShowGeneratorAndStore() throws Exception {
        send("/order");

        assertThat(measured("uid.issued", "generator:uidGenerator", "COUNT")).isPositive();
        assertThat(measured("uid.ring.capacity", "generator:uidGenerator", "VALUE"))
                .isPositive();
        assertThat(measured("uid.lease.reserved", "generator:uidGenerator", "VALUE"))
                .isPositive();
        assertThat(measured("uid.store.calls", "assigner:workerIdAssigner", "COUNT"))
                .isPositive();
    }

    private static double measured(String meter, String tag, String statistic) throws Exception {
        List<?> measurements =
                (List<?>) get("/actuator/metrics/" + meter + "?tag=" + tag).get("measurements");
        return measurements.stream()
                .map(measurement -> (Map<?, ?>) measurement)
                .filter(measurement -> measurement.get("statistic").equals(statistic))
                .mapToDouble(measurement -> ((Number) measurement.get("value")).doubleValue())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void healthShowsTheGenerator() throws Exception {
        Map<String, Object> health = get("/actuator/health/uid");

        assertThat(health).containsEntry("status", "UP");
        Map<?, ?> details = (Map<?, ?>) health.get("details");
        Map<?, ?> generator = (Map<?, ?>) details.get("uidGenerator");
        assertThat(generator.get("status")).isEqualTo("UP");
        assertThat(generator.get("workerId")).hasToString("0");
    }

    /** The last one: the application is closed afterwards. */
    @Test
    @Order(Integer.MAX_VALUE)
    void requestsInFlightTakeUidsWhileTheWebServerDrains() throws Exception {
        UidGenerator generator = context.getBean(UidGenerator.class);
        LeasedWorkerIds leases = context.getBean(LeasedWorkerIds.class);
        CompletableFuture<HttpResponse<String>> inFlight =
                CLIENT.sendAsync(request("/slow-orders"), HttpResponse.BodyHandlers.ofString());
        Patience.await(context.getBean(Shop.Orders.class).slowOneArrived);

        context.close();

        HttpResponse<String> response = Patience.get(inFlight);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(Long.parseLong(response.body())).isPositive();
        assertThatThrownBy(generator::getUID).hasMessage("uidGenerator is closed");
        assertThatThrownBy(() -> leases.assignWorkerId(LeaseRequest.of(generator.layout())))
                .hasMessageEndingWith("is closed");
    }
}
