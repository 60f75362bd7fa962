package org.uidgenerator.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.CrudRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;

class SpringDataJdbcTest {
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private JdbcAggregateTemplate aggregates;
    private JdbcTemplate sql;

    @Table("PURCHASE")
    record Order(@Id @Uid Long id, String customer) {}

    interface Orders extends CrudRepository<Order, Long> {}

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

    record Misspelt(@Id @UidSegment("invoces") Long id, String text) {}

    @Configuration(proxyBeanMethods = false)
    @EnableJdbcRepositories(considerNestedRepositories = true)
    static class Application extends AbstractJdbcConfiguration {
        @Bean
        DataSource dataSource() {
            return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        }

        @Bean
        NamedParameterJdbcOperations operations(DataSource dataSource) {
            return new NamedParameterJdbcTemplate(dataSource);
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
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
        SegmentIdGenerator segments(DataSource dataSource) {
            JdbcSegmentStore table = JdbcSegmentStore.on(dataSource);
            table.create("invoices", 501);
            return SegmentIdGenerator.builder(table).build();
        }

        @Bean
        UidCallback uidCallback(BeanFactory beans, JdbcMappingContext mappings) {
            return new UidCallback(beans, mappings);
        }
    }

    @BeforeEach
    void start() {
        context.register(Application.class);
        context.refresh();
        aggregates = context.getBean(JdbcAggregateTemplate.class);
        sql = new JdbcTemplate(context.getBean(DataSource.class));
    }

    @AfterEach
    void close() {
        sql.execute("SHUTDOWN");
        context.close();
    }

    @Test
    void fillsTheIdOfANewRecord() {
        Orders orders = context.getBean(Orders.class);
        sql.execute("CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer VARCHAR(20))");

        Order saved = orders.save(new Order(null, "Ada"));

        assertThat(workerOf(saved.id())).isEqualTo(7);
        assertThat(orders.findById(saved.id())).contains(saved);
    }

    @Test
    void fillsTheIdsOfMany() {
        Orders orders = context.getBean(Orders.class);
        sql.execute("CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer VARCHAR(20))");
        List<Order> many =
                Stream.generate(() -> new Order(null, "Ada")).limit(100).toList();

        Iterable<Order> saved = orders.saveAll(many);

        assertThat(StreamSupport.stream(saved.spliterator(), false).map(Order::id))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        assertThat(orders.count()).isEqualTo(100);
    }

    @Test
    void updatesWhatIsStored() {
        Orders orders = context.getBean(Orders.class);
        sql.execute("CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer VARCHAR(20))");
        Order saved = orders.save(new Order(null, "Ada"));

        Order changed = orders.save(new Order(saved.id(), "Grace"));

        assertThat(changed.id()).isEqualTo(saved.id());
        assertThat(orders.findAll()).containsExactly(changed);
    }

    @Test
    void fillsAPrimitiveIdFromTheNamedGenerator() {
        sql.execute("CREATE TABLE item (id BIGINT PRIMARY KEY, version BIGINT)");

        Item saved = aggregates.save(new Item());

        assertThat(workerOf(saved.id)).isEqualTo(8);
        assertThat(aggregates.findById(saved.id, Item.class)).isNotNull();
    }

    @Test
    void keepsAnIdThatIsSet() {
        sql.execute("CREATE TABLE item (id BIGINT PRIMARY KEY, version BIGINT)");
        Item item = new Item();
        item.id = 42;

        Item saved = aggregates.save(item);

        assertThat(saved.id).isEqualTo(42);
    }

    @Test
    void leavesOtherIdsToTheDatabase() {
        sql.execute("CREATE TABLE entry (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text VARCHAR(20))");

        Entry saved = aggregates.save(new Entry(null, "1"));

        assertThat(saved.id()).isEqualTo(1);
    }

    @Test
    void refusesIdsThatHoldNoUid() {
        assertThatThrownBy(() -> aggregates.save(new Narrow(null, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@Uid must be on a long, Long or String:"
                        + " org.uidgenerator.persistence.jdbc.SpringDataJdbcTest$Narrow.id is of type Integer");
    }

    @Test
    void namesTheBeanThatIsMissing() {
        assertThatThrownBy(() -> aggregates.save(new Lost(null, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@Uid(\"nowhere\") on org.uidgenerator.persistence.jdbc.SpringDataJdbcTest$Lost.id"
                        + " needs a bean of type UidGenerator named nowhere: found ids, numbers;"
                        + " name one of them, or make one the primary bean")
                .hasCauseInstanceOf(NoSuchBeanDefinitionException.class);
    }

    @Test
    void fillsAnIdFromACounter() {
        sql.execute("CREATE TABLE invoice (id BIGINT PRIMARY KEY, text VARCHAR(20))");

        assertThat(aggregates.save(new Invoice(null, "1")).id()).isEqualTo(501);
        assertThat(aggregates.save(new Invoice(null, "2")).id()).isEqualTo(502);
    }

    @Test
    void fillsAnIdThatIsText() {
        sql.execute("CREATE TABLE token (id VARCHAR(20) PRIMARY KEY, text VARCHAR(20))");

        Token saved = aggregates.save(new Token(null, "1"));

        assertThat(workerOf(Long.parseLong(saved.id()))).isEqualTo(7);
        assertThat(aggregates.save(new Token(saved.id(), "2")).id()).isEqualTo(saved.id());
    }

    @Test
    void namesTheTagThatTheStoreDoesNotKnow() {
        aggregates.save(invoiceOfANewTable());

        assertThatThrownBy(() -> aggregates.save(new Misspelt(null, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "@UidSegment(\"invoces\") on org.uidgenerator.persistence.jdbc.SpringDataJdbcTest$Misspelt.id:"
                                + " no counter of tag invoces in SEGMENT, JdbcSegmentStore.create makes one; tags in use: [invoices]")
                .hasCauseInstanceOf(UidGenerateException.class);
    }

    private Invoice invoiceOfANewTable() {
        sql.execute("CREATE TABLE invoice (id BIGINT PRIMARY KEY, text VARCHAR(20))");
        return new Invoice(null, "1");
    }
}
