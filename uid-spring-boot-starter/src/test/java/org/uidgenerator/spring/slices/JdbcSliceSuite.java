package org.uidgenerator.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestPropertySource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;

/** A {@code @DataJdbcTest} of an application that has the starter. The annotation is not the same in Boot 3 and 4. */
@DirtiesContext // or its generators live, and log, until the last test is over
@ContextConfiguration(classes = JdbcSliceSuite.Application.class)
@TestPropertySource(properties = "uid.segments.tags.parcels.first=7")
abstract class JdbcSliceSuite {
    @Table("PURCHASE")
    record Order(@Id @Uid Long id, String customer) {}

    @Table("PARCEL")
    record Parcel(@Id @UidSegment("parcels") String id, String customer) {}

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @Autowired
    private JdbcAggregateTemplate aggregates;

    @Autowired
    private JdbcTemplate sql;

    @Autowired
    private UidGenerator uids;

    @Test
    void givesAggregatesUids() {
        sql.execute("CREATE TABLE PURCHASE (ID BIGINT PRIMARY KEY, CUSTOMER VARCHAR(20))");
        long before = uids.getUID();

        Order order = aggregates.save(new Order(null, "Ada"));

        assertThat(order.id()).isGreaterThan(before);
        assertThat(aggregates.findById(order.id(), Order.class)).isEqualTo(order);
    }

    @Test
    void givesAggregatesNumbersOfCounters() {
        sql.execute("CREATE TABLE PARCEL (ID VARCHAR(20) PRIMARY KEY, CUSTOMER VARCHAR(20))");

        Parcel parcel = aggregates.save(new Parcel(null, "Ada"));

        assertThat(parcel.id()).isEqualTo("7");
        assertThat(aggregates.findById("7", Parcel.class)).isEqualTo(parcel);
    }
}
