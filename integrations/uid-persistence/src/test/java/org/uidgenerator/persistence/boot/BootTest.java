package org.uidgenerator.persistence.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.persistence.hibernate.Uid;

/** The generators are beans of a Spring Boot application, which needs no setting. */
@Tag("proof")
class BootTest {
    @Entity
    static class Ticket {
        @Id
        @Uid
        Long id;

        @Uid("numbers")
        long number;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = { // the drivers are there for other tests
                "org.springframework.boot.autoconfigure.mongo.MongoAutoConfiguration",
                "org.springframework.boot.autoconfigure.mongo.MongoReactiveAutoConfiguration",
                "org.springframework.boot.autoconfigure.r2dbc.R2dbcAutoConfiguration"
            })
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class Ids {
        @Bean
        @Primary
        UidGenerator ids() {
            return TestGenerators.ofWorker(7);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Numbers {
        @Bean
        UidGenerator numbers() {
            return TestGenerators.ofWorker(8);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MoreNumbers {
        @Bean
        UidGenerator moreNumbers() {
            return TestGenerators.ofWorker(9);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Broken {
        @Bean
        @Primary
        UidGenerator ids() {
            throw new IllegalStateException("the store is unavailable");
        }
    }

    @BeforeAll
    static void leaveLogsAlone() {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    }

    private static ConfigurableApplicationContext start(Class<?>... configurations) {
        return new SpringApplicationBuilder(Application.class)
                .sources(configurations)
                .properties(
                        "uid.enabled=false", // in tests/compatibility the starter is there
                        "spring.main.web-application-type=none",
                        "spring.main.banner-mode=off",
                        "spring.main.register-shutdown-hook=false",
                        "spring.jpa.hibernate.ddl-auto=create",
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())
                .run();
    }

    @Test
    void takesThePrimaryGeneratorAndTheNamedOne() {
        try (ConfigurableApplicationContext context = start(Ids.class, Numbers.class)) {
            Ticket ticket = new Ticket();

            context.getBean(SessionFactory.class).inTransaction(session -> session.persist(ticket));

            assertThat(workerOf(ticket.id)).isEqualTo(7);
            assertThat(workerOf(ticket.number)).isEqualTo(8);
        }
    }

    @Test
    void namesTheBeanThatIsMissing() {
        assertThatThrownBy(() -> start(Ids.class))
                .hasRootCauseInstanceOf(HibernateException.class)
                .hasRootCauseMessage("@Uid(\"numbers\") on org.uidgenerator.persistence.boot.BootTest$Ticket.number"
                        + " needs a bean of type UidGenerator named numbers,"
                        + " or the setting org.uidgenerator.generator.numbers: found ids");
    }

    @Test
    void asksForOneGeneratorWhereThereAreSeveral() {
        assertThatThrownBy(() -> start(Numbers.class, MoreNumbers.class))
                .hasRootCauseInstanceOf(HibernateException.class)
                .hasRootCauseMessage("@Uid on org.uidgenerator.persistence.boot.BootTest$Ticket.id"
                        + " needs one bean of type UidGenerator, or the setting org.uidgenerator.generator:"
                        + " found numbers, moreNumbers; name one of them, or make one the primary bean");
    }

    @Test
    void passesOnWhyTheBeanCouldNotBeMade() {
        assertThatThrownBy(() -> start(Broken.class, Numbers.class)).hasRootCauseMessage("the store is unavailable");
    }
}
