package org.uidgenerator.persistence.hibernate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;

/** A persistence unit that could not fill its ids does not start, if it has anything to look them up in. */
class MissingGeneratorTest {
    @Test
    void saysWhereAGeneratorCanComeFrom() {
        assertThatThrownBy(() -> persist(new Parcel(), Map.of()))
                .isInstanceOf(HibernateException.class)
                .hasMessage("@Uid on org.uidgenerator.persistence.hibernate.Parcel.getId needs the setting"
                        + " org.uidgenerator.generator or, in a bean container, one bean of type UidGenerator:"
                        + " there is neither");
    }

    @Test
    void namesTheGeneratorThatIsMissing() {
        try (UidGenerator ids = TestGenerators.ofWorker(1)) {
            assertThatThrownBy(() -> start(Customer.class, Map.of(UidValueGenerator.SETTING, ids)))
                    .isInstanceOf(HibernateException.class)
                    .hasMessage(
                            "@Uid(\"numbers\") on org.uidgenerator.persistence.hibernate.Customer.number needs the setting"
                                    + " org.uidgenerator.generator.numbers or, in a bean container, a bean of type"
                                    + " UidGenerator named numbers: there is neither");
        }
    }

    @Test
    void refusesAGeneratorsNameForTheGenerator() {
        assertThatThrownBy(() -> start(Parcel.class, Map.of(UidValueGenerator.SETTING, "orders")))
                .isInstanceOf(HibernateException.class)
                .hasMessage("setting org.uidgenerator.generator must be a UidGenerator, the object itself:"
                        + " org.uidgenerator.generator=orders");
    }

    @Test
    void refusesAttributesThatHoldNoUid() {
        try (UidGenerator ids = TestGenerators.ofWorker(1)) {
            assertThatThrownBy(() -> start(Narrow.class, Map.of(UidValueGenerator.SETTING, ids)))
                    .isInstanceOf(HibernateException.class)
                    .hasMessage(
                            "@Uid must be on a long, Long or String:"
                                    + " org.uidgenerator.persistence.hibernate.MissingGeneratorTest$Narrow.id is of type Integer");
        }
    }

    @Test
    void refusesATagThatTheStoreDoesNotKnow() {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:tags;DB_CLOSE_DELAY=-1");
        JdbcSegmentStore table = JdbcSegmentStore.on(database);
        table.create("orders", 1);
        try (UidGenerator ids = TestGenerators.ofWorker(1);
                SegmentIdGenerator segments = SegmentIdGenerator.builder(table).build()) {
            segments.tag("orders");

            assertThatThrownBy(() -> start(
                            Invoice.class,
                            Map.of(UidValueGenerator.SETTING, ids, UidValueGenerator.SEGMENTS_SETTING, segments)))
                    .isInstanceOf(HibernateException.class)
                    .hasMessage("@UidSegment(\"invoices\") on org.uidgenerator.persistence.hibernate.Invoice.id:"
                            + " no counter of tag invoices in SEGMENT, JdbcSegmentStore.create makes one;"
                            + " tags in use: [orders]")
                    .hasRootCauseInstanceOf(UidGenerateException.class);
        }
    }

    @Test
    void saysWhereCountersCanComeFrom() {
        assertThatThrownBy(() -> start(Invoice.class, Map.of(UidValueGenerator.SEGMENTS_SETTING, "orders")))
                .isInstanceOf(HibernateException.class)
                .hasMessage("setting org.uidgenerator.segments must be a SegmentIdGenerator, the object itself:"
                        + " org.uidgenerator.segments=orders");
        assertThatThrownBy(() -> persist(new Invoice(), Map.of()))
                .isInstanceOf(HibernateException.class)
                .hasMessage("@UidSegment(\"invoices\") on org.uidgenerator.persistence.hibernate.Invoice.id needs the"
                        + " setting org.uidgenerator.segments or, in a bean container, one bean of type"
                        + " SegmentIdGenerator: there is neither");
    }

    @Test
    void refusesTheAnnotationsOfOthers() {
        assertThatThrownBy(() -> start(WronglyImported.class, Map.of()))
                .isInstanceOf(HibernateException.class)
                .hasMessage("@Uid of an entity must be that of Hibernate:"
                        + " org.uidgenerator.persistence.hibernate.MissingGeneratorTest$WronglyImported.id"
                        + " has org.uidgenerator.persistence.Uid; import org.uidgenerator.persistence.hibernate.Uid");
        assertThatThrownBy(() -> start(WronglyCounted.class, Map.of()))
                .isInstanceOf(HibernateException.class)
                .hasMessage("@UidSegment of an entity must be that of Hibernate:"
                        + " org.uidgenerator.persistence.hibernate.MissingGeneratorTest$WronglyCounted.getNumber"
                        + " has org.uidgenerator.persistence.UidSegment;"
                        + " import org.uidgenerator.persistence.hibernate.UidSegment");
    }

    @Test
    void acceptsTheAnnotationsOfOthersBesideThoseOfHibernate() {
        try (UidGenerator ids = TestGenerators.ofWorker(1)) {
            start(Shared.class, Map.of(UidValueGenerator.SETTING, ids));
        }
    }

    private static void start(Class<?> entity, Map<String, ?> settings) {
        sessions(entity, settings).close();
    }

    private static SessionFactory sessions(Class<?> entity, Map<String, ?> settings) {
        Configuration configuration =
                new Configuration().addAnnotatedClass(entity).setProperty("hibernate.connection.url", "jdbc:h2:mem:");
        configuration.getProperties().putAll(settings);
        return configuration.buildSessionFactory();
    }

    private static void persist(Object entity, Map<String, ?> settings) {
        try (SessionFactory sessions = sessions(entity.getClass(), settings)) {
            sessions.inTransaction(session -> session.persist(entity));
        }
    }

    @Entity
    static class WronglyImported {
        @Id
        @org.uidgenerator.persistence.Uid
        long id;
    }

    @Entity
    static class WronglyCounted {
        private long id;
        private long number;

        @Id
        @Uid
        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }

        @org.uidgenerator.persistence.UidSegment("numbers")
        public long getNumber() {
            return number;
        }

        public void setNumber(long number) {
            this.number = number;
        }
    }

    /** An entity that MyBatis inserts as well. */
    @Entity
    static class Shared {
        @Id
        @Uid
        @org.uidgenerator.persistence.Uid
        long id;
    }

    @Entity
    static class Narrow {
        @Id
        @Uid
        int id;
    }
}
