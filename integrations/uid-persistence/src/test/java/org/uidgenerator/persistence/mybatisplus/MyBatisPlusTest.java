package org.uidgenerator.persistence.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.MybatisSqlSessionFactoryBuilder;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;

class MyBatisPlusTest {
    private final UidGenerator generator = TestGenerators.ofWorker(7);
    private SegmentIdGenerator segments;
    private SqlSession session;

    static class Book {
        @TableId(type = IdType.ASSIGN_ID)
        Long id;

        String title = "Notes";
    }

    static class Shelf {
        @TableId(type = IdType.ASSIGN_ID)
        long id;

        String text = "1";
    }

    static class Page {
        @TableId(type = IdType.ASSIGN_ID)
        String id;

        String text = "1";
    }

    static class Note {
        @TableId(type = IdType.ASSIGN_UUID)
        String id;

        String text = "1";
    }

    static class Invoice {
        @TableId(type = IdType.ASSIGN_ID)
        @UidSegment("invoices")
        Long id;

        String text = "1";
    }

    static class Reminder extends Invoice {}

    static class Badge {
        @TableId(type = IdType.ASSIGN_ID)
        Integer id;

        String text = "1";
    }

    static class Ticket {
        @TableId(type = IdType.ASSIGN_ID)
        int id;

        String text = "1";
    }

    static class CountedBadge {
        @TableId(type = IdType.ASSIGN_ID)
        @UidSegment("badges")
        Integer id;

        String text = "1";
    }

    interface Shelves extends BaseMapper<Shelf> {}

    interface Tickets extends BaseMapper<Ticket> {}

    interface Badges extends BaseMapper<Badge> {}

    interface CountedBadges extends BaseMapper<CountedBadge> {}

    interface Invoices extends BaseMapper<Invoice> {}

    interface Books extends BaseMapper<Book> {}

    interface Pages extends BaseMapper<Page> {}

    interface Notes extends BaseMapper<Note> {}

    @BeforeEach
    void open() throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcSegmentStore table = JdbcSegmentStore.on(database);
        table.create("invoices", 501);
        table.create("badges", Integer.MAX_VALUE);
        segments = SegmentIdGenerator.builder(table).build();
        MybatisConfiguration configuration =
                new MybatisConfiguration(new Environment("test", new JdbcTransactionFactory(), database));
        GlobalConfigUtils.getGlobalConfig(configuration)
                .setIdentifierGenerator(new UidIdentifierGenerator(() -> generator, () -> segments));
        Stream.of(
                        Books.class,
                        Pages.class,
                        Notes.class,
                        Invoices.class,
                        Badges.class,
                        CountedBadges.class,
                        Shelves.class,
                        Tickets.class)
                .forEach(configuration::addMapper);
        session = new MybatisSqlSessionFactoryBuilder().build(configuration).openSession();
        try (var statement = session.getConnection().createStatement()) {
            statement.execute("CREATE TABLE book (id BIGINT PRIMARY KEY, title VARCHAR(20))");
            statement.execute("CREATE TABLE page (id VARCHAR(40) PRIMARY KEY, text VARCHAR(20))");
            statement.execute("CREATE TABLE invoice (id BIGINT PRIMARY KEY, text VARCHAR(20))");
            statement.execute("CREATE TABLE shelf (id BIGINT PRIMARY KEY, text VARCHAR(20))");
            statement.execute("CREATE TABLE ticket (id INT PRIMARY KEY, text VARCHAR(20))");
            statement.execute("CREATE TABLE badge (id INT PRIMARY KEY, text VARCHAR(20))");
            statement.execute("CREATE TABLE counted_badge (id INT PRIMARY KEY, text VARCHAR(20))");
            statement.execute("CREATE TABLE note (id VARCHAR(40) PRIMARY KEY, text VARCHAR(20))");
        }
    }

    @AfterEach
    void close() {
        session.close();
        generator.close();
        segments.close();
    }

    @Test
    void assignsUids() {
        Books books = session.getMapper(Books.class);
        Book book = new Book();

        books.insert(book);

        assertThat(workerOf(book.id)).isEqualTo(7);
        assertThat(books.selectById(book.id).title).isEqualTo("Notes");
    }

    @Test
    void assignsUidsToStrings() {
        Pages pages = session.getMapper(Pages.class);
        Page page = new Page();

        pages.insert(page);

        assertThat(workerOf(Long.parseLong(page.id))).isEqualTo(7);
        assertThat(pages.selectById(page.id).text).isEqualTo("1");
    }

    @Test
    void assignsUidsToPrimitives() {
        Shelves shelves = session.getMapper(Shelves.class);
        Shelf shelf = new Shelf();

        shelves.insert(shelf);

        assertThat(workerOf(shelf.id)).isEqualTo(7);
        assertThat(shelves.selectById(shelf.id).text).isEqualTo("1");
    }

    @Test
    void assignsUidsToManyRows() {
        List<Book> many = Stream.generate(Book::new).limit(100).toList();
        Books books = session.getMapper(Books.class);

        books.insert(many);

        assertThat(many).extracting(book -> book.id).doesNotHaveDuplicates().doesNotContainNull();
        assertThat(books.selectCount(null)).isEqualTo(100);
    }

    @Test
    void keepsIdsThatAreSet() {
        Book book = new Book();
        book.id = 42L;

        session.getMapper(Books.class).insert(book);

        assertThat(book.id).isEqualTo(42);
    }

    @Test
    void leavesUuidsToMyBatisPlus() {
        Note note = new Note();

        session.getMapper(Notes.class).insert(note);

        assertThat(note.id).matches("[0-9a-f]{32}");
    }

    @Test
    void assignsNumbersOfACounter() {
        Invoices invoices = session.getMapper(Invoices.class);
        List<Invoice> many = Stream.generate(Invoice::new).limit(3).toList();

        many.forEach(invoices::insert);

        assertThat(many).extracting(invoice -> invoice.id).containsExactly(501L, 502L, 503L);
        assertThat(new UidIdentifierGenerator(() -> generator, () -> segments).nextId(new Reminder()))
                .isEqualTo(504);
    }

    @Test
    void refusesAnIdThatWouldBeTruncated() {
        Badges badges = session.getMapper(Badges.class);

        assertThatThrownBy(() -> badges.insert(new Badge()))
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage(
                        "org.uidgenerator.persistence.mybatisplus.MyBatisPlusTest$Badge.id must be a Long or"
                                + " String: UIDs have more bits than an Integer");
        assertThat(badges.selectCount(null)).isZero();
    }

    @Test
    void refusesAPrimitiveThatWouldBeTruncated() {
        Tickets tickets = session.getMapper(Tickets.class);

        assertThatThrownBy(() -> tickets.insert(new Ticket()))
                .hasRootCauseMessage(
                        "org.uidgenerator.persistence.mybatisplus.MyBatisPlusTest$Ticket.id must be a Long or"
                                + " String: UIDs have more bits than an Integer");
    }

    @Test
    void countsInAnIntegerAsLongAsThatSuffices() {
        CountedBadges counted = session.getMapper(CountedBadges.class);
        CountedBadge last = new CountedBadge();
        counted.insert(last);

        assertThat(last.id).isEqualTo(Integer.MAX_VALUE);
        assertThatThrownBy(() -> counted.insert(new CountedBadge()))
                .hasRootCauseMessage(
                        "org.uidgenerator.persistence.mybatisplus.MyBatisPlusTest$CountedBadge.id must be a"
                                + " Long or String: the counter has outgrown an Integer: 2147483648");
    }

    @Test
    void needsAGeneratorOfCountersForThem() {
        assertThatThrownBy(() -> new UidIdentifierGenerator(generator).nextId(new Reminder()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "@UidSegment(\"invoices\") on org.uidgenerator.persistence.mybatisplus.MyBatisPlusTest$Invoice.id"
                                + " needs a SegmentIdGenerator: there is none");
    }
}
