package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rights of clients that have tokens. */
class AccessTest {
    private final RunningServer server = Servers.guarded();

    private Answer get(String path, String token) throws Exception {
        return Answer.get(server.uri(path), "Authorization", "Bearer " + token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/id",
                "/api/ids?count=1",
                "/api/ranges",
                "/api/ids/1",
                "/api/parse?text=1",
                "/api/layout",
                "/api/layouts",
                "/api/identity",
                "/api/workers",
                "/api/segments",
                "/api/segments/orders",
                "/api/segments/orders/ids",
                "/api/segment/get/orders",
                "/api/snowflake/get/x",
                "/decodeSnowflakeId?snowflakeId=1",
                "/actuator",
                "/actuator/info",
                "/actuator/prometheus",
                "/actuator/uid",
                "/actuator/uidworkers",
                "/actuator/env",
                "/nothing"
            })
    void refusesStrangers(String path) throws Exception {
        Answer ofNobody = get(path, "wrong");
        assertThat(ofNobody.status()).isEqualTo(401);
        assertThat(ofNobody.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(ofNobody.json().get("detail").stringValue())
                .isEqualTo("the token is that of no client, so it is no use to ask with it again");
        for (Answer answer : new Answer[] {
            Answer.get(server.uri(path)),
            get(path, ""),
            Answer.get(server.uri(path), "Authorization", "Basic " + Servers.ORDERS)
        }) {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(answer.json().get("detail").stringValue())
                    .isEqualTo("a token is needed: send the header Authorization: Bearer <token>");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness", "/openapi.yaml"})
    void showsStrangersTheHealthAndTheDescription(String path) throws Exception {
        Answer answer = Answer.get(server.uri(path));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain("components\":").doesNotContain("workerId\":");
    }

    @ParameterizedTest
    @CsvSource({
        "t0ken-of-orders, /api/id, 200",
        "t0ken-of-orders, /api/ids/1, 200",
        "t0ken-of-orders, /api/layout, 200",
        "t0ken-of-orders, /api/identity, 200",
        "t0ken-of-orders, /api/segments/orders/ids, 200",
        "t0ken-of-orders, /api/segment/get/orders, 200",
        "t0ken-of-orders, /api/segments/invoices/ids, 403",
        "t0ken-of-orders, /api/segments/invoices, 403",
        "t0ken-of-orders, /api/segment-range?tag=invoices, 403",
        "t0ken-of-orders, /api/segments/none, 403",
        "t0ken-of-orders, /api/segment/get/invoices, 403",
        "t0ken-of-orders, /api/workers, 403",
        "t0ken-of-orders, /actuator/prometheus, 403",
        "t0ken-of-the-operator, /api/workers, 200",
        "t0ken-of-the-operator, /actuator/prometheus, 200",
        "t0ken-of-the-operator, /actuator/uid, 200",
        "t0ken-of-the-operator, /api/id, 403",
        "t0ken-of-the-operator, /api/ids, 403",
        "t0ken-of-the-operator, /api/ranges, 403",
        "t0ken-of-the-operator, /api/snowflake/get/x, 403",
        "t0ken-of-the-operator, /api/segments/orders/ids, 403",
    })
    void grantsScopesAndTags(String token, String path, int status) throws Exception {
        assertThat(get(path, token).status()).isEqualTo(status);
    }

    @Test
    void saysNoMoreThanThatAScopeIsMissing() throws Exception {
        for (String path : new String[] {"/api/id", "/api/snowflake/get/x"}) {
            assertThat(get(path, Servers.OPERATOR).json().get("detail").stringValue())
                    .isEqualTo("Access Denied");
        }
    }

    @Test
    void showsClientsTheirOwnCountersOnly() throws Exception {
        get("/api/segments/orders/ids", Servers.ORDERS);

        assertThat(get("/api/segments", Servers.ORDERS).json().get("segments")).hasSize(1);
        assertThat(get("/api/segments", Servers.OPERATOR).json().get("segments"))
                .isEmpty();
    }

    @Test
    void showsDetailsOfTheHealthToOperatorsOnly() throws Exception {
        assertThat(get("/actuator/health", Servers.OPERATOR).json().has("components"))
                .isTrue();
        assertThat(get("/actuator/health", Servers.ORDERS).json().has("components"))
                .isFalse();
    }

    @Test
    void takesTheTokensOfTinyIdFromTheQuery() throws Exception {
        String refusal = "{\"data\":null,\"code\":5,\"message\":\"token is error\"}";

        assertThat(Answer.get(server.uri("/tinyid/id/nextId?bizType=orders&token=" + Servers.ORDERS))
                        .json()
                        .get("code")
                        .intValue())
                .isEqualTo(200);
        assertThat(Answer.get(server.uri("/tinyid/id/nextId?bizType=invoices&token=" + Servers.ORDERS))
                        .body())
                .isEqualTo(refusal);
        assertThat(Answer.get(server.uri("/tinyid/id/nextId?bizType=orders&token=wrong"))
                        .body())
                .isEqualTo(refusal);
        assertThat(get("/tinyid/id/nextId?bizType=orders", Servers.ORDERS).body())
                .isEqualTo(refusal);
        assertThat(Answer.get(server.uri("/tinyid/id/nextSegmentIdSimple?bizType=orders&token=wrong"))
                        .body())
                .isEmpty();
    }

    @Test
    void takesNoTokenFromTheQueryElsewhere() throws Exception {
        assertThat(Answer.get(server.uri("/api/id?token=" + Servers.ORDERS)).status())
                .isEqualTo(401);
    }

    @Test
    void limitsRequestsAndIdsOfEachClient() throws Exception {
        Answer tooManyAtOnce = get("/api/segments/orders/ids?count=101", Servers.SLOW);
        assertThat(tooManyAtOnce.status()).isEqualTo(400);
        assertThat(tooManyAtOnce.json().get("rule").stringValue()).isEqualTo("a whole number from 1 to 100");

        Answer refused = get("/api/ids?count=100", Servers.SLOW);
        for (int i = 0; i < 3 && refused.status() != 429; i++) {
            refused = get("/api/ids?count=100", Servers.SLOW);
        }
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.json().get("detail").stringValue())
                .matches(
                        "too many (requests|ids): so that the others get theirs, the client may have (2|100) in PT1S, unless"
                                + " uid\\.server\\.clients\\.slow\\.(requests|ids)-per-second says otherwise");
        assertThat(get("/api/ids?count=100", Servers.ORDERS).status()).isEqualTo(200);
    }

    @Test
    void saysNothingOfItselfOrOfItsInsides() throws Exception {
        Answer answer = get("/api/id", Servers.ORDERS);

        assertThat(answer.header("Server")).isEmpty();
        assertThat(answer.header("X-Powered-By")).isEmpty();
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(get("/nothing", Servers.ORDERS).body()).doesNotContain("springframework", "at org.", "trace");
    }

    @Test
    void sendsIdsWithoutTheHeadersOfPages() throws Exception {
        for (Answer answer : new Answer[] {get("/api/id", Servers.ORDERS), get("/api/id", "wrong")}) {
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
            assertThat(answer.header("Content-Security-Policy")).isEmpty();
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
        }
    }

    @Test
    void guardsBrowsers() throws Exception {
        for (String path : new String[] {"/", "/openapi.yaml", "/page/main.js", "/nothing"}) {
            Answer answer = Answer.get(server.uri(path));
            assertThat(answer.header("Content-Security-Policy"))
                    .isEqualTo(
                            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
                                    + " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
                                    + " frame-ancestors 'none'");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(answer.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
            assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
            assertThat(answer.header("Cache-Control")).contains("no-store");
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
        }
    }
}
