package org.uidgenerator.server.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.server.RunningServer;
import org.uidgenerator.server.Servers;
import org.uidgenerator.spring.boot.actuator.UidActuatorAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;

/** An application on Boot that takes its UIDs from two servers, of which one goes away, and then the other. */
@Tag("proof")
class RemoteGeneratorInBootTest {
    private static final String TOKEN = "t0ken-of-the-shop";

    private final String store = "--spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    /** No component, since the servers scan this package. */
    @ImportAutoConfiguration({UidAutoConfiguration.class, UidActuatorAutoConfiguration.class})
    static class Shop {}

    private RunningServer server() {
        return RunningServer.start(store, "--uid.server.clients.shop.token-sha256=" + Servers.sha256(TOKEN));
    }

    @Test
    @SuppressWarnings("try") // closed before the end, too
    void saysInItsHealthWhichServersAnswer() {
        try (RunningServer one = server();
                RunningServer other = server();
                ConfigurableApplicationContext shop = new SpringApplicationBuilder(Shop.class)
                        .web(WebApplicationType.NONE)
                        .run(
                                "--spring.main.log-startup-info=false",
                                "--logging.level.root=off",
                                "--uid.client.servers=" + one.uri("") + "," + other.uri(""),
                                "--uid.client.token=" + TOKEN,
                                "--uid.client.expected-identity=default",
                                "--uid.client.timeout=30s",
                                "--uid.max-wait=0s")) {
            RemoteUidGenerator generator = shop.getBean(RemoteUidGenerator.class);
            assertThat(generator.getUID()).isPositive();
            assertThat(generator.layout())
                    .isEqualTo(one.bean(UidGenerator.class).layout());
            assertThat(health(shop).getStatus()).isEqualTo(Status.UP);

            one.close();
            while (generator.status().servers().get(0).failure() == null
                    || generator.status().servers().get(1).ranges() == 0) {
                generator.tryGetUID(Duration.ofSeconds(10));
            }
            assertThat(health(shop).getStatus()).isEqualTo(Status.UP);
            assertThat(health(shop).getDetails().get("uidGenerator"))
                    .asString()
                    .contains("lastServer=" + other.uri(""), "ConnectException");

            other.close();
            while (!health(shop).getStatus().equals(Status.DOWN)) { // once nothing is left
                generator.tryGetUID(Duration.ZERO);
            }
        }
    }

    private static Health health(ConfigurableApplicationContext shop) {
        return shop.getBean("uidHealthIndicator", HealthIndicator.class).health();
    }
}
