package org.uidgenerator.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.autoconfigure.data.r2dbc.DataR2dbcTest;
import org.springframework.data.annotation.Id;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestPropertySource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;

/** A {@code @DataR2dbcTest} of an application that has the starter: it says where worker ids come from. */
@Tag("proof")
@Tag("libraries")
@DataR2dbcTest
@DirtiesContext // or its generators live, and log, until the last test is over
@ContextConfiguration(classes = R2dbcSliceOnBoot3Test.Application.class)
@TestPropertySource(properties = "uid.worker.id=7")
class R2dbcSliceOnBoot3Test {
    @Table("PURCHASE")
    record Order(@Id @Uid Long id, String customer) {}

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @Autowired
    private R2dbcEntityTemplate entities;

    @Autowired
    private UidGenerator uids;

    @Test
    void givesEntitiesUids() {
        entities.getDatabaseClient()
                .sql("CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer VARCHAR(20))")
                .then()
                .block();
        long before = uids.getUID();

        Order order = entities.insert(new Order(null, "Ada")).block();

        assertThat(order.id()).isGreaterThan(before);
        assertThat(entities.select(Order.class).first().block()).isEqualTo(order);
    }
}
