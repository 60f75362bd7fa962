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
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;

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
                .hasMessage("@Uid must be on a long or Long:"
                        + " org.uidgenerator.persistence.jdbc.SpringDataJdbcTest$Narrow.id is of type Integer");
    }

    @Test
    void namesTheBeanThatIsMissing() {
        assertThatThrownBy(() -> aggregates.save(new Lost(null, "1")))
                .isInstanceOf(NoSuchBeanDefinitionException.class)
                .hasMessage("No bean named 'nowhere' available");
    }
}
