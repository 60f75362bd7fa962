package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.UidGenerator;

class SchemaByTheApplicationTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void scriptsOfTheApplicationRunBeforeAWorkerIdIsTaken() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.sql.init.schema-locations=classpath:org/uidgenerator/jdbc/worker-lease-h2.sql",
                        "--uid.worker.jdbc.table-creation=never")) {
            assertThat(context.getBean(UidGenerator.class).getUID()).isPositive();
        }
    }
}
