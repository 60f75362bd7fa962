package org.uidgenerator.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.annotation.Transactional;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.hibernate.Uid;
import org.uidgenerator.persistence.hibernate.UidSegment;

/** A {@code @DataJpaTest} of an application that has the starter. The annotation is not the same in Boot 3 and 4. */
@DirtiesContext // or its generators live, and log, until the last test is over
@ContextConfiguration(classes = JpaSliceSuite.Application.class)
@Transactional // as the annotation is, but a method of this class is looked up here
@TestPropertySource(properties = "uid.segments.tags.tickets.first=7")
abstract class JpaSliceSuite {
    @Entity
    static class Ticket {
        @Id
        @Uid
        Long id;

        @UidSegment("tickets")
        String number;
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @Autowired
    private EntityManager entities;

    @Autowired
    private UidGenerator uids;

    @Test
    void givesEntitiesUids() {
        long before = uids.getUID();
        Ticket ticket = new Ticket();

        entities.persist(ticket);
        entities.flush();

        assertThat(ticket.id).isGreaterThan(before);
        assertThat(Long.parseLong(ticket.number)).isGreaterThanOrEqualTo(7);
        assertThat(entities.find(Ticket.class, ticket.id)).isSameAs(ticket);
    }
}
