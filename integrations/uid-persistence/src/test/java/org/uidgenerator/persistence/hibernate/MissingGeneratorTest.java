package org.uidgenerator.persistence.hibernate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.HibernateException;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;

/** A persistence unit that could not fill its ids does not start. */
class MissingGeneratorTest {
    @Test
    void saysWhereAGeneratorCanComeFrom() {
        assertThatThrownBy(() -> start(Parcel.class, Map.of()))
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
                    .hasMessage("@Uid must be on a long, Long or String:"
                            + " org.uidgenerator.persistence.hibernate.MissingGeneratorTest$Narrow.id is of type int");
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
                            Map.of(UidValueGenerator.SETTING, ids, UidSegmentValueGenerator.SETTING, segments)))
                    .isInstanceOf(HibernateException.class)
                    .hasMessage("@UidSegment(\"invoices\") on org.uidgenerator.persistence.hibernate.Invoice.id:"
                            + " no counter of tag invoices in SEGMENT, JdbcSegmentStore.create makes one;"
                            + " tags in use: [orders]")
                    .hasRootCauseInstanceOf(UidGenerateException.class);
        }
    }

    @Test
    void saysWhereCountersCanComeFrom() {
        assertThatThrownBy(() -> start(Invoice.class, Map.of(UidSegmentValueGenerator.SETTING, "orders")))
                .isInstanceOf(HibernateException.class)
                .hasMessage("setting org.uidgenerator.segments must be a SegmentIdGenerator, the object itself:"
                        + " org.uidgenerator.segments=orders");
        assertThatThrownBy(() -> start(Invoice.class, Map.of()))
                .isInstanceOf(HibernateException.class)
                .hasMessage("@UidSegment(\"invoices\") on org.uidgenerator.persistence.hibernate.Invoice.id needs the"
                        + " setting org.uidgenerator.segments or, in a bean container, one bean of type"
                        + " SegmentIdGenerator: there is neither");
    }

    private static void start(Class<?> entity, Map<String, ?> settings) {
        Configuration configuration =
                new Configuration().addAnnotatedClass(entity).setProperty("hibernate.connection.url", "jdbc:h2:mem:");
        configuration.getProperties().putAll(settings);
        configuration.buildSessionFactory().close();
    }

    @Entity
    static class Narrow {
        @Id
        @Uid
        int id;
    }
}
