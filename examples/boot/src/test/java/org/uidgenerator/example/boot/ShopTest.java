package org.uidgenerator.example.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.test.TestUidGenerator;
import org.uidgenerator.testing.PostgreSqlServer;

@Tag("proof")
class ShopTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"(\\d{16,19})\"");

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void givesOrdersUidsOnH2() throws Exception {
        givesOrdersUids("--spring.datasource.url=jdbc:h2:mem:shop-test");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void givesOrdersUidsOnPostgreSql() throws Exception {
        PostgreSqlServer server = PostgreSqlServer.shared();
        givesOrdersUids(
                "--spring.profiles.active=postgresql", "--spring.datasource.url=" + server.url(server.newDatabase()));
    }

    /** A generator of the test takes the place of the application's; no worker id is taken. */
    @Test
    void numbersOrdersWhereATestSaysSo() throws Exception {
        String[] database = {"--spring.datasource.url=jdbc:h2:mem:numbered-shop"};
        try (ConfigurableApplicationContext shop = run(database, NumberedUids.class)) {
            String order = post(url(shop) + "/orders?customer=Alan");

            assertThat(order).contains("\"id\":\"3\""); // after Ada and Grace
            shop.getBean(TestUidGenerator.class).runDry();
            assertThat(post(url(shop) + "/orders?customer=Barbara")).contains("\"status\":500");
        }
    }

    /** Without an annotation that component scans look for: it is for one test. */
    static class NumberedUids {
        @Bean
        TestUidGenerator uidGenerator() {
            return TestUidGenerator.numbered();
        }
    }

    private static ConfigurableApplicationContext run(String[] database, Class<?>... configurations) {
        return new SpringApplicationBuilder(Shop.class)
                .sources(configurations)
                .properties("server.port=0", "spring.main.banner-mode=off", "logging.level.root=off")
                .run(database);
    }

    private static String url(ConfigurableApplicationContext shop) {
        return "http://localhost:" + shop.getEnvironment().getProperty("local.server.port");
    }

    private void givesOrdersUids(String... database) throws Exception {
        try (ConfigurableApplicationContext shop = run(database)) {
            String url = url(shop);

            String first = idIn(post(url + "/orders?customer=Alan"));
            String second = idIn(post(url + "/orders?customer=Barbara"));

            assertThat(Long.parseLong(second)).isGreaterThan(Long.parseLong(first));
            assertThat(get(url + "/orders/" + first)).contains("\"customer\":\"Alan\"");
            assertThat(get(url + "/orders")).containsSubsequence(second, first, "Grace", "Ada");
            assertThat(get(url + "/actuator/health/uid")).contains("\"status\":\"UP\"");
            assertThat(get(url + "/actuator/uid/uidGenerator/" + first)).contains("\"workerId\":0");
            assertThat(get(url + "/actuator/metrics/uid.issued")).contains("\"COUNT\"");
        }
    }

    private static String idIn(String json) {
        Matcher id = ID.matcher(json);
        assertThat(id.find()).as(json).isTrue();
        return id.group(1);
    }

    private String get(String url) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url)));
    }

    private String post(String url) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url)).POST(HttpRequest.BodyPublishers.noBody()));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString()).body();
    }
}
