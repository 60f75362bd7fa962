package org.uidgenerator.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestPropertySource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;

/** A {@code @JooqTest} of an application that has the starter. The annotation is not the same in Boot 3 and 4. */
@DirtiesContext // or its generators live, and log, until the last test is over
@ContextConfiguration(classes = JooqSliceSuite.Application.class)
@Import(JooqSliceSuite.Orders.class)
@TestPropertySource(properties = "uid.segments.tags.parcels.first=7")
abstract class JooqSliceSuite {
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    /** A repository as the application has it. */
    record Orders(DSLContext sql, UidGenerator uids, SegmentIdGenerator segments) {
        long insert() {
            long id = uids.getUID();
            sql.execute("INSERT INTO PURCHASE VALUES (?, ?)", id, segments.getUID("parcels"));
            return id;
        }
    }

    @Autowired
    private Orders orders;

    @Autowired
    private DSLContext sql;

    @Test
    void givesRepositoriesUids() {
        sql.execute("CREATE TABLE PURCHASE (ID BIGINT PRIMARY KEY, PARCEL BIGINT)");

        long id = orders.insert();

        assertThat(id).isPositive();
        assertThat(sql.fetchValue("SELECT PARCEL FROM PURCHASE WHERE ID = ?", id))
                .isEqualTo(7L);
    }
}
