package org.uidgenerator.persistence.jooq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.jooq.Converter;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.TableField;
import org.jooq.UniqueKey;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;
import org.jooq.impl.Internal;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;
import org.jooq.impl.UpdatableRecordImpl;
import org.jooq.types.ULong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.JdbcSegmentStore;

/** Tables and records are written as jOOQ's generator writes them. */
class UidRecordListenerTest {
    private static final Orders ORDERS = new Orders();
    private static final Notes NOTES = new Notes();

    private final UidGenerator uids = TestGenerators.ofWorker(7);
    private final JdbcDataSource dataSource = new JdbcDataSource();
    private final DefaultConfiguration configuration = new DefaultConfiguration();
    private final DSLContext create = DSL.using(configuration);

    record Code(long number) {}

    static final class OrdersRecord extends UpdatableRecordImpl<OrdersRecord> {
        private static final long serialVersionUID = 1;

        OrdersRecord() {
            super(ORDERS);
        }
    }

    static final class Orders extends TableImpl<OrdersRecord> {
        private static final long serialVersionUID = 1;

        final transient TableField<OrdersRecord, Long> id =
                createField(DSL.name("ID"), SQLDataType.BIGINT.nullable(false));
        final transient TableField<OrdersRecord, String> text = createField(DSL.name("TEXT"), SQLDataType.VARCHAR(20));
        final transient TableField<OrdersRecord, ULong> unsigned =
                createField(DSL.name("UNSIGNED"), SQLDataType.BIGINTUNSIGNED);
        final transient TableField<OrdersRecord, Code> code = createField(
                DSL.name("CODE"),
                SQLDataType.BIGINT.asConvertedDataType(
                        Converter.ofNullable(Long.class, Code.class, Code::new, Code::number)));
        final transient TableField<OrdersRecord, Integer> narrow = createField(DSL.name("NARROW"), SQLDataType.INTEGER);

        Orders() {
            super(DSL.name("ORDERS"));
        }

        @Override
        public Class<OrdersRecord> getRecordType() {
            return OrdersRecord.class;
        }

        @Override
        public UniqueKey<OrdersRecord> getPrimaryKey() {
            return Internal.createUniqueKey(this, id);
        }
    }

    static final class NotesRecord extends UpdatableRecordImpl<NotesRecord> {
        private static final long serialVersionUID = 1;

        NotesRecord() {
            super(NOTES);
        }
    }

    static final class Notes extends TableImpl<NotesRecord> {
        private static final long serialVersionUID = 1;

        final transient TableField<NotesRecord, Long> id =
                createField(DSL.name("ID"), SQLDataType.BIGINT.nullable(false).identity(true));
        final transient TableField<NotesRecord, String> text = createField(DSL.name("TEXT"), SQLDataType.VARCHAR(20));

        Notes() {
            super(DSL.name("NOTES"));
        }

        @Override
        public Class<NotesRecord> getRecordType() {
            return NotesRecord.class;
        }

        @Override
        public UniqueKey<NotesRecord> getPrimaryKey() {
            return Internal.createUniqueKey(this, id);
        }
    }

    @BeforeEach
    void create() {
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        configuration.set(dataSource).set(SQLDialect.H2).setAppending(UidRecordListener.of(uids, ORDERS.id));
        create.execute("CREATE TABLE ORDERS (ID BIGINT PRIMARY KEY, TEXT VARCHAR(20), UNSIGNED NUMERIC(20),"
                + " CODE BIGINT, NARROW INT)");
        create.execute("CREATE TABLE NOTES (ID BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, TEXT VARCHAR(20))");
    }

    @AfterEach
    void drop() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute("SHUTDOWN");
        }
    }

    @Test
    void fillsTheKeyOfARecordThatIsStored() {
        OrdersRecord order = create.newRecord(ORDERS);

        assertThat(order.store()).isEqualTo(1);

        assertThat(workerOf(order.get(ORDERS.id))).isEqualTo(7);
        assertThat(create.fetchOne(ORDERS)).isEqualTo(order);
    }

    @Test
    void fillsTheKeyOfARecordThatIsInserted() {
        OrdersRecord order = create.newRecord(ORDERS);
        order.set(ORDERS.id, 0L);

        assertThat(order.insert()).isEqualTo(1);

        assertThat(workerOf(order.get(ORDERS.id))).isEqualTo(7);
        assertThat(create.fetchOne(ORDERS)).isEqualTo(order);
    }

    @Test
    void fillsTheKeysOfBatches() {
        List<OrdersRecord> inserted =
                Stream.generate(() -> create.newRecord(ORDERS)).limit(100).toList();
        List<OrdersRecord> stored =
                Stream.generate(() -> create.newRecord(ORDERS)).limit(100).toList();

        create.batchInsert(inserted).execute();
        create.batchStore(stored).execute();

        assertThat(create.fetch(ORDERS).getValues(ORDERS.id))
                .hasSize(200)
                .doesNotHaveDuplicates()
                .containsAll(
                        inserted.stream().map(order -> order.get(ORDERS.id)).toList())
                .containsAll(stored.stream().map(order -> order.get(ORDERS.id)).toList());
    }

    @Test
    void keepsAKeyThatIsSet() {
        OrdersRecord order = create.newRecord(ORDERS);
        order.set(ORDERS.id, 42L);

        order.store();
        order.set(ORDERS.text, "changed");
        order.store();

        assertThat(create.fetchOne(ORDERS).get(ORDERS.id)).isEqualTo(42);
    }

    @Test
    void leavesOtherTablesToTheDatabase() {
        NotesRecord note = create.newRecord(NOTES);
        note.set(NOTES.text, "1");

        note.store();

        assertThat(note.get(NOTES.id)).isEqualTo(1);
    }

    @Test
    void fillsFieldsOfEachWideType() {
        configuration.setAppending(
                UidRecordListener.of(TestGenerators.ofWorker(8), ORDERS.text, ORDERS.unsigned, ORDERS.code));
        OrdersRecord order = create.newRecord(ORDERS);

        order.store();

        Record stored = create.fetchOne(ORDERS);
        assertThat(workerOf(stored.get(ORDERS.id))).isEqualTo(7);
        assertThat(workerOf(Long.parseLong(stored.get(ORDERS.text)))).isEqualTo(8);
        assertThat(workerOf(stored.get(ORDERS.unsigned).longValue())).isEqualTo(8);
        assertThat(workerOf(stored.get(ORDERS.code).number())).isEqualTo(8);
    }

    @Test
    void fillsFieldsFromACounter() {
        JdbcSegmentStore table = JdbcSegmentStore.on(dataSource);
        table.create("orders", 501);
        try (SegmentIdGenerator segments = SegmentIdGenerator.builder(table).build()) {
            configuration.setAppending(UidRecordListener.of(segments.tag("orders"), ORDERS.code));
            OrdersRecord order = create.newRecord(ORDERS);

            order.store();

            assertThat(create.fetchOne(ORDERS).get(ORDERS.code)).isEqualTo(new Code(501));
        }
    }

    @Test
    void isNotToldOfStatements() {
        assertThatThrownBy(() -> create.insertInto(ORDERS).set(ORDERS.text, "1").execute())
                .isInstanceOf(DataAccessException.class);

        create.insertInto(ORDERS).set(ORDERS.id, uids.getUID()).execute();

        assertThat(workerOf(create.fetchOne(ORDERS).get(ORDERS.id))).isEqualTo(7);
    }

    @Test
    void refusesFieldsThatHoldNoUid() {
        assertThatThrownBy(() -> UidRecordListener.of(uids, ORDERS.id, ORDERS.narrow))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("field must be a Long, ULong or String: \"ORDERS\".\"NARROW\" is of type Integer");
        assertThatThrownBy(() -> UidRecordListener.of(uids))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("fields must be at least one: fields=[]");
    }
}
