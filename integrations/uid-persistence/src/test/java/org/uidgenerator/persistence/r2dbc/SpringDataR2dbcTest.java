package org.uidgenerator.persistence.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import io.r2dbc.h2.H2ConnectionFactory;
import io.r2dbc.spi.ConnectionFactory;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.r2dbc.config.AbstractR2dbcConfiguration;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.r2dbc.repository.config.EnableR2dbcRepositories;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.reactive.ReactiveCrudRepository;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.persistence.EventLoops;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.persistence.internal.BlockHoundLocks;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import reactor.blockhound.integration.BlockHoundIntegration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

class SpringDataR2dbcTest {
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private R2dbcEntityTemplate entities;

    @Table("PURCHASE")
    record Order(@Id @Uid Long id, String customer) {}

    interface Orders extends ReactiveCrudRepository<Order, Long> {}

    static class Item {
        @Id
        @Uid("numbers")
        long id;

        @Version
        long version;
    }

    record Entry(@Id Long id, String text) {}

    record Narrow(@Id @Uid Integer id, String text) {}

    record Lost(@Id @Uid("nowhere") Long id, String text) {}

    record Invoice(@Id @UidSegment("invoices") Long id, String text) {}

    record Token(@Id @Uid String id, String text) {}

    record Slow(@Id @Uid("slow") Long id, String text) {}

    record Misspelt(@Id @UidSegment("invoces") Long id, String text) {}

    @Configuration(proxyBeanMethods = false)
    @EnableR2dbcRepositories(considerNestedRepositories = true)
    static class Application extends AbstractR2dbcConfiguration {
        @Override
        @Bean
        public ConnectionFactory connectionFactory() {
            return H2ConnectionFactory.inMemory(UUID.randomUUID().toString());
        }

        @Bean
        @Primary
        UidGenerator ids() {
            return TestGenerators.ofWorker(7);
        }

        @Bean
        UidGenerator numbers() {
            return TestGenerators.ofWorker(8);
        }

        @Bean
        @Lazy
        UidGenerator slow() {
            return TestGenerators.slow();
        }

        @Bean
        DataSource counters() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
            return dataSource;
        }

        @Bean
        SegmentIdGenerator segments(DataSource dataSource) {
            JdbcSegmentStore table = JdbcSegmentStore.on(dataSource);
            table.create("invoices", 501);
            return SegmentIdGenerator.builder(table).build();
        }

        @Bean
        UidR2dbcCallback uidCallback(BeanFactory beans, R2dbcMappingContext mappings) {
            return new UidR2dbcCallback(beans, mappings);
        }
    }

    @BeforeAll
    static void watchEventLoops() {
        EventLoops.watch();
    }

    @BeforeEach
    void start() {
        context.register(Application.class);
        context.refresh();
        entities = context.getBean(R2dbcEntityTemplate.class);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private void run(String sql) {
        entities.getDatabaseClient().sql(sql).then().block();
    }

    private <T> T save(T entity) {
        return entities.insert(entity).block();
    }

    @Test
    void fillsTheIdOfANewRecord() {
        Orders orders = context.getBean(Orders.class);
        run("CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer VARCHAR(20))");

        Order saved = orders.save(new Order(null, "Ada")).block();

        assertThat(workerOf(saved.id())).isEqualTo(7);
        assertThat(orders.findById(saved.id()).block()).isEqualTo(saved);
    }

    @Test
    void fillsTheIdsOfMany() {
        Orders orders = context.getBean(Orders.class);
        run("CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer VARCHAR(20))");
        List<Order> many =
                Stream.generate(() -> new Order(null, "Ada")).limit(100).toList();

        List<Order> saved = orders.saveAll(many).collectList().block();

        assertThat(saved).extracting(Order::id).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(orders.count().block()).isEqualTo(100);
    }

    @Test
    void updatesWhatIsStored() {
        Orders orders = context.getBean(Orders.class);
        run("CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer VARCHAR(20))");
        Order saved = orders.save(new Order(null, "Ada")).block();

        Order changed = orders.save(new Order(saved.id(), "Grace")).block();

        assertThat(changed.id()).isEqualTo(saved.id());
        assertThat(orders.findAll().collectList().block()).containsExactly(changed);
    }

    @Test
    void fillsAPrimitiveIdFromTheNamedGenerator() {
        run("CREATE TABLE item (id BIGINT PRIMARY KEY, version BIGINT)");

        Item saved = save(new Item());

        assertThat(workerOf(saved.id)).isEqualTo(8);
    }

    @Test
    void keepsAnIdThatIsSet() {
        run("CREATE TABLE item (id BIGINT PRIMARY KEY, version BIGINT)");
        Item item = new Item();
        item.id = 42;

        assertThat(save(item).id).isEqualTo(42);
    }

    @Test
    void leavesOtherIdsToTheDatabase() {
        run("CREATE TABLE entry (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, text VARCHAR(20))");

        assertThat(save(new Entry(null, "1")).id()).isEqualTo(1);
    }

    @Test
    void fillsAnIdFromACounter() {
        run("CREATE TABLE invoice (id BIGINT PRIMARY KEY, text VARCHAR(20))");

        assertThat(save(new Invoice(null, "1")).id()).isEqualTo(501);
        assertThat(save(new Invoice(null, "2")).id()).isEqualTo(502);
    }

    @Test
    void asksForACounterAgainThatWasForgotten() {
        run("CREATE TABLE invoice (id BIGINT PRIMARY KEY, text VARCHAR(20))");
        long first = save(new Invoice(null, "1")).id();
        context.getBean(SegmentIdGenerator.class).forget("invoices");

        assertThat(save(new Invoice(null, "2")).id()).isGreaterThan(first);
    }

    @Test
    void fillsAnIdThatIsText() {
        run("CREATE TABLE token (id VARCHAR(20) PRIMARY KEY, text VARCHAR(20))");

        assertThat(workerOf(Long.parseLong(save(new Token(null, "1")).id()))).isEqualTo(7);
    }

    @Test
    void refusesIdsThatHoldNoUid() {
        assertThatThrownBy(() -> save(new Narrow(null, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@Uid must be on a long, Long or String:"
                        + " org.uidgenerator.persistence.r2dbc.SpringDataR2dbcTest$Narrow.id is of type Integer");
    }

    @Test
    void namesTheBeanThatIsMissing() {
        assertThatThrownBy(() -> save(new Lost(null, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@Uid(\"nowhere\") on org.uidgenerator.persistence.r2dbc.SpringDataR2dbcTest$Lost.id"
                        + " needs a bean of type UidGenerator named nowhere: found ids, numbers, slow;"
                        + " name one of them, or make one the primary bean")
                .hasCauseInstanceOf(NoSuchBeanDefinitionException.class);
    }

    @Test
    void namesTheTagThatTheStoreDoesNotKnow() {
        assertThatThrownBy(() -> save(new Misspelt(null, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "@UidSegment(\"invoces\") on org.uidgenerator.persistence.r2dbc.SpringDataR2dbcTest$Misspelt.id:"
                                + " no counter of tag invoces in SEGMENT")
                .hasCauseInstanceOf(UidGenerateException.class);
    }

    @Test
    void saysWhyAClosedGeneratorHasNoUid() {
        run("CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer VARCHAR(20))");
        save(new Order(null, "Ada"));
        context.getBean("ids", DefaultUidGenerator.class).close();

        assertThatThrownBy(() -> save(new Order(null, "Grace")))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageContaining("closed");
    }

    /** The generator is made at the first of them, and each fifth waits for the next second. */
    @Test
    void neverMakesAnEventLoopWait() {
        run("CREATE TABLE slow (id BIGINT PRIMARY KEY, text VARCHAR(20))");

        List<Slow> saved = EventLoops.onOne(10, () -> entities.insert(new Slow(null, "1")));

        assertThat(saved).extracting(Slow::id).doesNotContainNull().doesNotHaveDuplicates();
    }

    /** Another transaction has the row of the counter meanwhile. */
    @Test
    void neverMakesAnEventLoopWaitForTheStoreOfACounter() throws Exception {
        run("CREATE TABLE invoice (id BIGINT PRIMARY KEY, text VARCHAR(20))");
        Scheduler loop = EventLoops.one();
        try (Connection other = context.getBean(DataSource.class).getConnection();
                Statement sql = other.createStatement()) {
            other.setAutoCommit(false);
            sql.execute("SELECT * FROM SEGMENT WHERE TAG = 'invoices' FOR UPDATE");

            CompletableFuture<Invoice> saved = Mono.defer(() -> entities.insert(new Invoice(null, "1")))
                    .subscribeOn(loop)
                    .toFuture();
            Mono.fromRunnable(() -> {}).subscribeOn(loop).block(); // the loop is free
            assertThat(saved).isNotDone();
            other.commit();

            assertThat(saved.get().id()).isEqualTo(501);
        } finally {
            loop.dispose();
        }
    }

    @Test
    void tellsBlockHoundOfTheLocksOfApplicationsThatInstallIt() {
        assertThat(ServiceLoader.load(BlockHoundIntegration.class)).hasAtLeastOneElementOfType(BlockHoundLocks.class);
    }
}
