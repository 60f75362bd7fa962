package org.uidgenerator.persistence.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.datasource.unpooled.UnpooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;

/** Tests for each database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MyBatisSuite {
    private final UidGenerator generator = TestGenerators.ofWorker(7);
    private final Configuration configuration = new Configuration();
    private SegmentIdGenerator segments;
    private SqlSessionFactory sessions;
    private SqlSession session;

    static class Identified<I> {
        @Uid
        I id;
    }

    static class Row extends Identified<Long> {}

    static class Order extends Row {
        @UidSegment("orders")
        int number;

        @Uid
        String token;

        String customer = "Ada";
        List<Item> items = new ArrayList<>();
        Map<String, Item[]> gifts = new HashMap<>();
        Item main;
    }

    static class Item extends Row {
        long orderId;
        List<Order> orders = new ArrayList<>();
    }

    /** Its id is of the database, its code is ours. */
    static class Entry {
        Long id;

        @Uid
        long code;
    }

    interface Orders {
        @Insert("INSERT INTO purchase (id, number, token, customer) VALUES (#{id}, #{number}, #{token}, #{customer})")
        void insert(Order order);

        @Insert("INSERT INTO purchase (id, number, token, customer)"
                + " VALUES (#{order.id}, #{order.number}, #{order.token}, #{customer})")
        void insertFor(@Param("customer") String customer, @Param("order") Order order);

        @Insert("<script>INSERT INTO purchase (id, number, token, customer) VALUES"
                + "<foreach collection='collection' item='o' separator=','>"
                + "(#{o.id}, #{o.number}, #{o.token}, #{o.customer})</foreach></script>")
        void insertAll(List<Order> orders);

        @Insert("<script>INSERT INTO item (id, order_id) VALUES"
                + "<foreach collection='items' item='i' separator=','>(#{i.id}, #{id})</foreach></script>")
        void insertItems(Order order);

        @Update("UPDATE purchase SET customer = #{customer} WHERE id = #{id}")
        int update(Order order);

        @Select("SELECT id FROM purchase WHERE customer = #{customer} ORDER BY id")
        List<Long> idsOf(String customer);

        @Select("SELECT id FROM item WHERE order_id = #{order} ORDER BY id")
        List<Long> itemsOf(long order);

        @Insert("INSERT INTO purchase (id, number, token, customer) VALUES (#{id}, #{number}, #{token}, #{customer})")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void insertWithGeneratedId(Order order);

        @Insert("INSERT INTO purchase (id, number, token, customer)"
                + " VALUES (#{o.id}, #{o.number}, #{o.token}, #{o.customer})")
        @SelectKey(statement = "SELECT 5", keyProperty = "o.number", before = true, resultType = int.class)
        void insertWithSelectedNumber(@Param("o") Order order);
    }

    interface Entries {
        @Insert("INSERT INTO entry (code) VALUES (#{code})")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void insert(Entry entry);

        @Insert("<script>INSERT INTO entry (code) VALUES"
                + "<foreach collection='array' item='e' separator=','>(#{e.code})</foreach></script>")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void insertAll(Entry... entries);

        @Insert("INSERT INTO entry (id, code) VALUES (#{id}, #{code})")
        @SelectKey(statement = "SELECT 1000000", keyProperty = "id", before = true, resultType = Long.class)
        void insertWithSelectedId(Entry entry);

        @Select("SELECT code FROM entry WHERE id = #{id}")
        long codeOf(long id);
    }

    abstract String newDatabaseUrl();

    @BeforeAll
    void start() throws Exception {
        JdbcDataSource counters = new JdbcDataSource();
        counters.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcSegmentStore table = JdbcSegmentStore.on(counters);
        table.create("orders", 501);
        segments = SegmentIdGenerator.builder(table).build();

        UnpooledDataSource database = new UnpooledDataSource();
        database.setUrl(newDatabaseUrl());
        database.setDriver(driver());
        configuration.setEnvironment(new Environment("test", new JdbcTransactionFactory(), database));
        configuration.addInterceptor(UidInterceptor.of(generator, segments));
        configuration.addMapper(Orders.class);
        configuration.addMapper(Entries.class);
        sessions = new SqlSessionFactoryBuilder().build(configuration);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE purchase"
                    + " (id BIGINT PRIMARY KEY, number INT, token VARCHAR(20), customer VARCHAR(20))");
            statement.execute("CREATE TABLE item (id BIGINT PRIMARY KEY, order_id BIGINT)");
            statement.execute("CREATE TABLE entry (id BIGINT AUTO_INCREMENT PRIMARY KEY, code BIGINT)");
        }
    }

    abstract String driver();

    @BeforeEach
    void open() {
        session = sessions.openSession();
    }

    @AfterEach
    void rollBack() {
        session.close();
    }

    @AfterAll
    void stop() {
        generator.close();
        segments.close();
    }

    private static List<Order> orders(int count) {
        return Stream.generate(Order::new).limit(count).toList();
    }

    private static List<Long> idsOf(List<? extends Row> objects) {
        return objects.stream().map(object -> object.id).toList();
    }

    @Test
    void fillsTheFieldsOfAClassAndOfThoseThatItExtends() {
        Order first = new Order();
        Order second = new Order();

        session.getMapper(Orders.class).insert(first);
        session.getMapper(Orders.class).insert(second);

        assertThat(workerOf(first.id)).isEqualTo(7);
        assertThat(workerOf(Long.parseLong(first.token))).isEqualTo(7);
        assertThat(second.number).isEqualTo(first.number + 1).isGreaterThan(501);
        assertThat(session.getMapper(Orders.class).idsOf("Ada")).containsExactly(first.id, second.id);
    }

    @Test
    void fillsANamedParameter() {
        Order order = new Order();

        session.getMapper(Orders.class).insertFor("Grace", order);

        assertThat(session.getMapper(Orders.class).idsOf("Grace")).containsExactly(order.id);
    }

    @Test
    void fillsAllRowsOfOneStatement() {
        List<Order> orders = orders(100);

        session.getMapper(Orders.class).insertAll(orders);

        assertThat(session.getMapper(Orders.class).idsOf("Ada")).hasSize(100).isEqualTo(idsOf(orders));
    }

    @Test
    void fillsWhatIsSentInBatches() {
        List<Order> orders = orders(100);

        try (SqlSession batch = sessions.openSession(ExecutorType.BATCH)) {
            Orders mapper = batch.getMapper(Orders.class);
            orders.forEach(mapper::insert);
            assertThat(batch.flushStatements())
                    .hasSize(1)
                    .allSatisfy(result ->
                            assertThat(result.getUpdateCounts()).hasSize(100).containsOnly(1));
            assertThat(mapper.idsOf("Ada")).hasSize(100).isEqualTo(idsOf(orders));
        }
    }

    @Test
    void fillsCollectionsArraysAndMapsAtAnyDepthWithoutEndlessCycles() {
        Order order = new Order();
        order.items.addAll(Stream.generate(Item::new).limit(3).toList());
        order.items.get(0).orders.addAll(List.of(order, new Order()));
        order.gifts.put("birthday", new Item[] {new Item(), null});
        order.main = new Item();

        session.getMapper(Orders.class).insert(order);
        session.getMapper(Orders.class).insertItems(order);

        assertThat(session.getMapper(Orders.class).itemsOf(order.id)).hasSize(3).isEqualTo(idsOf(order.items));
        assertThat(order.items.get(0).orders.get(1).id).isPositive();
        assertThat(order.gifts.get("birthday")[0].id).isPositive();
        assertThat(order.main.id).isNull();
    }

    @Test
    void keepsWhatIsSet() {
        Order order = new Order();
        order.id = 42L;
        order.number = 43;
        order.token = "";

        session.getMapper(Orders.class).insert(order);

        assertThat(order).extracting(o -> o.id, o -> o.number, o -> o.token).containsExactly(42L, 43, "");
    }

    @Test
    void fillsNothingOnAnUpdate() {
        Order order = new Order();

        session.getMapper(Orders.class).update(order);

        assertThat(order.id).isNull();
    }

    @Test
    void leavesGeneratedKeysOfOtherFieldsToTheDatabase() {
        Entry single = new Entry();
        Entry[] several = IntStream.range(0, 3).mapToObj(i -> new Entry()).toArray(Entry[]::new);
        Entry selected = new Entry();
        Entries entries = session.getMapper(Entries.class);

        entries.insert(single);
        entries.insertAll(several);
        entries.insertWithSelectedId(selected);

        assertThat(selected.id).isEqualTo(1_000_000);
        assertThat(Stream.concat(Stream.of(single, selected), Stream.of(several)))
                .allSatisfy(entry -> assertThat(workerOf(entry.code)).isEqualTo(7))
                .allSatisfy(entry -> assertThat(entries.codeOf(entry.id)).isEqualTo(entry.code));
    }

    @Test
    void keepsGeneratedKeysOfABatch() {
        Entry[] several = IntStream.range(0, 3).mapToObj(i -> new Entry()).toArray(Entry[]::new);
        try (SqlSession batch = sessions.openSession(ExecutorType.BATCH)) {
            Entries mapper = batch.getMapper(Entries.class);
            Stream.of(several).forEach(mapper::insert);
            batch.flushStatements();

            assertThat(several)
                    .allSatisfy(entry -> assertThat(mapper.codeOf(entry.id)).isEqualTo(entry.code));
        }
    }

    @Test
    void refusesAGeneratedKeyForAFieldThatIsFilled() {
        assertThatThrownBy(() -> session.getMapper(Orders.class).insertWithGeneratedId(new Order()))
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("a field must not have a UID and a generated key:"
                        + " org.uidgenerator.persistence.mybatis.MyBatisSuite$Orders.insertWithGeneratedId has"
                        + " keyProperty=id, and there is @Uid on"
                        + " org.uidgenerator.persistence.mybatis.MyBatisSuite$Identified.id");
        assertThatThrownBy(() -> session.getMapper(Orders.class).insertWithSelectedNumber(new Order()))
                .hasRootCauseMessage("a field must not have a UID and a generated key:"
                        + " org.uidgenerator.persistence.mybatis.MyBatisSuite$Orders.insertWithSelectedNumber has"
                        + " keyProperty=o.number, and there is @UidSegment(\"orders\") on"
                        + " org.uidgenerator.persistence.mybatis.MyBatisSuite$Order.number");
    }
}
