package org.uidgenerator.persistence.counters;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.hibernate.HibernateException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.persistence.hibernate.UidSegment;

/** A Spring Boot application with a counted entity and no counters. */
class NoCountersTest {
    @Entity
    static class Voucher {
        @Id
        @UidSegment("vouchers")
        long id;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = { // the drivers are there for other tests
                "org.springframework.boot.autoconfigure.mongo.MongoAutoConfiguration",
                "org.springframework.boot.autoconfigure.mongo.MongoReactiveAutoConfiguration",
                "org.springframework.boot.autoconfigure.r2dbc.R2dbcAutoConfiguration"
            })
    static class Application {}

    @Test
    void endsTheStart() {
        SpringApplicationBuilder application = new SpringApplicationBuilder(Application.class)
                .properties(
                        "uid.enabled=false", // in tests/compatibility the starter is there
                        "spring.main.web-application-type=none",
                        "spring.main.banner-mode=off",
                        "spring.main.register-shutdown-hook=false",
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());

        assertThatThrownBy(application::run)
                .hasRootCauseInstanceOf(HibernateException.class)
                .hasRootCauseMessage(
                        "@UidSegment(\"vouchers\") on org.uidgenerator.persistence.counters.NoCountersTest$Voucher.id needs"
                                + " one bean of type SegmentIdGenerator, or the setting org.uidgenerator.segments: there is none");
    }
}
