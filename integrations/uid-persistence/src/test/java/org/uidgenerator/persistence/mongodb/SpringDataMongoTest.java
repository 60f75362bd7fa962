package org.uidgenerator.persistence.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import com.mongodb.ConnectionString;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.ObjectId;
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
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.SimpleReactiveMongoDatabaseFactory;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.repository.MongoRepository;
import org.springframework.data.mongodb.repository.config.EnableMongoRepositories;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.EventLoops;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;

/** Templates and drivers as users have them; the server speaks MongoDB's protocol and keeps documents in memory. */
class SpringDataMongoTest {
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private MongoTemplate documents;

    record Order(@Id @Uid Long id, String customer) {}

    interface Orders extends MongoRepository<Order, Long> {}

    static class Item {
        @Id
        @Uid("numbers")
        long id;
    }

    record Entry(@Id String id, String text) {}

    record Narrow(@Id @Uid Integer id, String text) {}

    record Lost(@Id @Uid("nowhere") Long id, String text) {}

    record Invoice(@Id @UidSegment("invoices") Long id, String text) {}

    record Token(@Id @Uid String id, String text) {}

    record NoId(String text) {}

    record Slow(@Id @Uid("slow") Long id) {}

    @Configuration(proxyBeanMethods = false)
    @EnableMongoRepositories(considerNestedRepositories = true)
    static class Application {
        @Bean(destroyMethod = "shutdownNow")
        MongoServer server() {
            return new MongoServer(new MemoryBackend());
        }

        @Bean
        String connection(MongoServer server) {
            return server.bindAndGetConnectionString() + "/shop";
        }

        @Bean
        MongoMappingContext mappings() {
            return new MongoMappingContext();
        }

        @Bean
        MappingMongoConverter converter(MongoMappingContext mappings) {
            return new MappingMongoConverter(NoOpDbRefResolver.INSTANCE, mappings);
        }

        @Bean
        SimpleMongoClientDatabaseFactory factory(String connection) {
            return new SimpleMongoClientDatabaseFactory(connection);
        }

        @Bean
        MongoTemplate mongoTemplate(SimpleMongoClientDatabaseFactory factory, MappingMongoConverter converter) {
            return new MongoTemplate(factory, converter);
        }

        @Bean
        SimpleReactiveMongoDatabaseFactory reactiveFactory(String connection) {
            return new SimpleReactiveMongoDatabaseFactory(new ConnectionString(connection));
        }

        @Bean
        ReactiveMongoTemplate reactiveMongoTemplate(
                SimpleReactiveMongoDatabaseFactory factory, MappingMongoConverter converter) {
            return new ReactiveMongoTemplate(factory, converter);
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
        SegmentIdGenerator segments() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            JdbcSegmentStore table = JdbcSegmentStore.on(dataSource);
            table.create("invoices", 501);
            return SegmentIdGenerator.builder(table).build();
        }

        @Bean
        UidMongoCallback uidMongoCallback(BeanFactory beans, MongoMappingContext mappings) {
            return new UidMongoCallback(beans, mappings);
        }

        @Bean
        UidReactiveMongoCallback uidReactiveMongoCallback(BeanFactory beans, MongoMappingContext mappings) {
            return new UidReactiveMongoCallback(beans, mappings);
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
        documents = context.getBean(MongoTemplate.class);
    }

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void fillsTheIdOfANewRecord() {
        Orders orders = context.getBean(Orders.class);

        Order saved = orders.save(new Order(null, "Ada"));

        assertThat(workerOf(saved.id())).isEqualTo(7);
        assertThat(orders.findById(saved.id())).contains(saved);
    }

    @Test
    void storesIdsAsNumbers() {
        Order saved = documents.insert(new Order(null, "Ada"));

        assertThat(documents.getCollection("order").find().first())
                .isEqualTo(new Document("_id", saved.id())
                        .append("customer", "Ada")
                        .append("_class", Order.class.getName()));
    }

    @Test
    void fillsTheIdsOfMany() {
        Orders orders = context.getBean(Orders.class);
        List<Order> many =
                Stream.generate(() -> new Order(null, "Ada")).limit(100).toList();

        List<Order> saved = orders.saveAll(many);

        assertThat(saved).extracting(Order::id).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(orders.count()).isEqualTo(100);
    }

    @Test
    void updatesWhatIsStored() {
        Orders orders = context.getBean(Orders.class);
        Order saved = orders.save(new Order(null, "Ada"));

        Order changed = orders.save(new Order(saved.id(), "Grace"));

        assertThat(changed.id()).isEqualTo(saved.id());
        assertThat(orders.findAll()).containsExactly(changed);
    }

    @Test
    void fillsAPrimitiveIdFromTheNamedGenerator() {
        Item saved = documents.save(new Item());

        assertThat(workerOf(saved.id)).isEqualTo(8);
        assertThat(documents.findById(saved.id, Item.class)).isNotNull();
    }

    @Test
    void keepsAnIdThatIsSet() {
        Item item = new Item();
        item.id = 42;

        assertThat(documents.save(item).id).isEqualTo(42);
    }

    @Test
    void leavesOtherIdsToMongo() {
        assertThat(ObjectId.isValid(documents.save(new Entry(null, "1")).id())).isTrue();
        assertThat(documents.save(new NoId("1"))).isEqualTo(new NoId("1"));
    }

    @Test
    void fillsAnIdFromACounter() {
        assertThat(documents.save(new Invoice(null, "1")).id()).isEqualTo(501);
        assertThat(documents.save(new Invoice(null, "2")).id()).isEqualTo(502);
    }

    @Test
    void fillsAnIdThatIsText() {
        Token saved = documents.save(new Token(null, "1"));

        assertThat(workerOf(Long.parseLong(saved.id()))).isEqualTo(7);
        assertThat(documents.findById(saved.id(), Token.class)).isEqualTo(saved);
        assertThat(documents.getCollection("token").find().first().get("_id")).isEqualTo(saved.id());
    }

    @Test
    void refusesIdsThatHoldNoUid() {
        assertThatThrownBy(() -> documents.save(new Narrow(null, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@Uid must be on a long, Long or String:"
                        + " org.uidgenerator.persistence.mongodb.SpringDataMongoTest$Narrow.id is of type Integer");
    }

    @Test
    void namesTheBeanThatIsMissing() {
        assertThatThrownBy(() -> documents.save(new Lost(null, "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@Uid(\"nowhere\") on org.uidgenerator.persistence.mongodb.SpringDataMongoTest$Lost.id"
                        + " needs a bean of type UidGenerator named nowhere: found ids, numbers, slow;"
                        + " name one of them, or make one the primary bean")
                .hasCauseInstanceOf(NoSuchBeanDefinitionException.class);
    }

    @Test
    void fillsIdsForReactiveTemplates() {
        ReactiveMongoTemplate reactive = context.getBean(ReactiveMongoTemplate.class);

        Order saved = reactive.save(new Order(null, "Ada")).block();
        Invoice counted = reactive.insert(new Invoice(null, "1")).block();

        assertThat(workerOf(saved.id())).isEqualTo(7);
        assertThat(documents.findAll(Order.class)).containsExactly(saved);
        assertThat(counted).isEqualTo(new Invoice(501L, "1"));
    }

    /** The callback alone, because the driver takes locks of its own. Each fifth UID is one of the next second. */
    @Test
    void neverMakesAnEventLoopWait() {
        UidReactiveMongoCallback callback = context.getBean(UidReactiveMongoCallback.class);

        List<Object> filled = EventLoops.onOne(10, () -> callback.onBeforeConvert(new Slow(null), "slow"));

        assertThat(filled).hasSize(10).doesNotHaveDuplicates().doesNotContain(new Slow(null));
    }
}
