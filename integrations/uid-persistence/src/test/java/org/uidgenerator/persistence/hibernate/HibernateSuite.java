package org.uidgenerator.persistence.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;

/** Tests for each database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HibernateSuite {
    private static final long IDS = 7;
    private static final long NUMBERS = 8;

    private final UidGenerator ids = TestGenerators.ofWorker(IDS);
    private final UidGenerator numbers = TestGenerators.ofWorker(NUMBERS);
    private final JdbcDataSource counters = new JdbcDataSource();
    private SegmentIdGenerator segments;
    private SessionFactory sessions;

    abstract String newDatabaseUrl();

    @BeforeAll
    void start() {
        counters.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcSegmentStore table = JdbcSegmentStore.on(counters);
        table.create("invoices", 501);
        table.create("receipts", 1);
        segments = SegmentIdGenerator.builder(table).build();
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Customer.class)
                .addAnnotatedClass(Parcel.class)
                .addAnnotatedClass(Invoice.class)
                .addAnnotatedClass(Receipt.class)
                .setProperty("hibernate.connection.url", newDatabaseUrl())
                .setProperty("hibernate.hbm2ddl.auto", "create")
                .setProperty("hibernate.jdbc.batch_size", "50")
                .setProperty("hibernate.generate_statistics", "true");
        configuration
                .getProperties()
                .putAll(Map.of(
                        UidValueGenerator.SETTING,
                        ids,
                        UidValueGenerator.SETTING + ".numbers",
                        numbers,
                        UidValueGenerator.SEGMENTS_SETTING,
                        segments));
        sessions = configuration.buildSessionFactory();
    }

    @AfterAll
    void stop() {
        sessions.close();
        ids.close();
        numbers.close();
        segments.close();
    }

    @BeforeEach
    void empty() {
        sessions.inTransaction(session -> {
            session.createMutationQuery("delete from Customer").executeUpdate();
            session.createMutationQuery("delete from Parcel").executeUpdate();
        });
    }

    @Test
    void fillsAnIdAsItIsPersistedAndAnotherAttributeAsItIsInserted() {
        Customer ada = new Customer();

        sessions.inTransaction(session -> {
            session.persist(ada);
            assertThat(workerOf(ada.id)).isEqualTo(IDS);
        });

        Customer stored = sessions.fromSession(session -> session.find(Customer.class, ada.id));
        assertThat(workerOf(stored.number)).isEqualTo(NUMBERS);
        assertThat(stored.number).isEqualTo(ada.number);
    }

    @Test
    void changesNoValueOfAStoredEntity() {
        Customer ada = new Customer();
        sessions.inTransaction(session -> session.persist(ada));

        sessions.inTransaction(session -> session.find(Customer.class, ada.id).name = "Grace");

        Customer stored = sessions.fromSession(session -> session.find(Customer.class, ada.id));
        assertThat(stored.name).isEqualTo("Grace");
        assertThat(stored.number).isEqualTo(ada.number);
    }

    @Test
    void fillsAPrimitiveIdOnAProperty() {
        Parcel parcel = new Parcel();

        sessions.inTransaction(session -> session.persist(parcel));

        assertThat(workerOf(parcel.getId())).isEqualTo(IDS);
        Parcel stored = sessions.fromSession(session -> session.find(Parcel.class, parcel.getId()));
        assertThat(stored).isNotNull();
    }

    @Test
    void insertsAThousandRowsWithAHandfulOfStatements() {
        List<Parcel> parcels = Stream.generate(Parcel::new).limit(1000).toList();
        sessions.getStatistics().clear();

        sessions.inTransaction(session -> parcels.forEach(session::persist));

        assertThat(sessions.getStatistics().getPrepareStatementCount()).isLessThanOrEqualTo(1000 / 50);
        List<Long> stored = sessions.fromSession(
                session -> session.createQuery("select p.id from Parcel p order by p.id", Long.class)
                        .getResultList());
        assertThat(stored)
                .hasSize(1000)
                .isEqualTo(parcels.stream().map(Parcel::getId).toList());
    }

    @Test
    void fillsTheIdsOfAStatelessSession() {
        Parcel parcel = new Parcel();

        try (StatelessSession session = sessions.openStatelessSession()) {
            session.insert(parcel);
        }

        assertThat(workerOf(parcel.getId())).isEqualTo(IDS);
    }

    @Test
    void fillsTextsAndIdsFromCounters() {
        List<Invoice> invoices = Stream.generate(Invoice::new).limit(3).toList();

        sessions.inTransaction(session -> invoices.forEach(session::persist));

        assertThat(invoices).extracting(invoice -> invoice.id).containsExactly("501", "502", "503"); // as persisted
        assertThat(invoices).extracting(invoice -> invoice.line).containsExactly(504L, 505L, 506L); // as inserted
        Invoice stored = sessions.fromSession(session -> session.find(Invoice.class, "502"));
        assertThat(workerOf(Long.parseLong(stored.token))).isEqualTo(IDS);
    }

    @Test
    void fillsAttributesOfTypeParameters() {
        Receipt receipt = new Receipt();

        sessions.inTransaction(session -> session.persist(receipt));

        assertThat(workerOf(receipt.id)).isEqualTo(IDS);
        assertThat(receipt.number).isEqualTo("1");
    }

    @Test
    void keepsAnIdThatIsSet() {
        Parcel imported = new Parcel();
        imported.setId(12);
        Invoice restored = new Invoice();
        restored.id = "A-1";
        Parcel merged = new Parcel();
        merged.setId(13);

        sessions.inTransaction(session -> {
            session.persist(imported);
            session.persist(restored);
            assertThat(session.merge(merged).getId()).isEqualTo(13);
        });

        assertThat(imported.getId()).isEqualTo(12);
        assertThat(restored.id).isEqualTo("A-1");
        List<Long> stored = sessions.fromSession(
                session -> session.createQuery("select p.id from Parcel p order by p.id", Long.class)
                        .getResultList());
        assertThat(stored).containsExactly(12L, 13L);
    }

    @Test
    void keepsAnIdThatIsSetInAStatelessSession() {
        Parcel imported = new Parcel();
        imported.setId(12);

        try (StatelessSession session = sessions.openStatelessSession()) {
            session.insert(imported);
        }

        assertThat(imported.getId()).isEqualTo(12);
    }

    @Test
    void keepsAnotherAttributeThatIsSet() {
        Customer imported = new Customer();
        imported.number = 5;

        sessions.inTransaction(session -> session.persist(imported));

        assertThat(workerOf(imported.id)).isEqualTo(IDS);
        assertThat(imported.number).isEqualTo(5);
    }
}
