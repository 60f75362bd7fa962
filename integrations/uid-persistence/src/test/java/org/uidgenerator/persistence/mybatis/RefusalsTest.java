package org.uidgenerator.persistence.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.uidgenerator.persistence.TestGenerators.workerOf;

import java.lang.reflect.InvocationTargetException;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.scripting.defaults.RawSqlSource;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidRange;
import org.uidgenerator.persistence.TestGenerators;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;

/** What cannot be filled, and where generators come from. No statement is executed. */
class RefusalsTest {
    private static final String PACKAGE = "org.uidgenerator.persistence.mybatis.";

    private final UidGenerator generator = TestGenerators.ofWorker(7);

    static class Named {
        @Uid("numbers")
        long id;
    }

    static class Counted {
        @UidSegment("orders")
        long id;
    }

    record Immutable(@Uid Long id) {}

    static class OnAGetter {
        @Uid
        long getId() {
            return 0;
        }
    }

    static class Twice {
        @Uid
        @UidSegment("orders")
        long id;
    }

    static class Narrow {
        @Uid
        int id;
    }

    static class SmallCounter {
        @UidSegment("orders")
        int id;
    }

    static class NarrowCounter {
        @UidSegment("orders")
        short id;
    }

    @AfterEach
    void close() {
        generator.close();
    }

    private static void insert(UidInterceptor interceptor, Object parameter) throws Throwable {
        Configuration configuration = new Configuration();
        MappedStatement statement = new MappedStatement.Builder(
                        configuration, "insert", new RawSqlSource(configuration, "", null), SqlCommandType.INSERT)
                .build();
        try {
            interceptor.intercept(new Invocation(
                    configuration.newExecutor(null),
                    Executor.class.getMethod("update", MappedStatement.class, Object.class),
                    new Object[] {statement, parameter}));
        } catch (InvocationTargetException e) {
            // There is no database.
        }
    }

    private void assertRefused(Object parameter, String message) {
        assertThatThrownBy(() -> insert(UidInterceptor.of(generator), parameter))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
    }

    @Test
    void saysWhatCannotBeFilled() {
        assertRefused(
                new Immutable(null),
                "a field that is filled must not be final, nor closed to reflection: @Uid on " + PACKAGE
                        + "RefusalsTest$Immutable.id");
        assertRefused(
                new OnAGetter(),
                "for MyBatis it must be a field that is annotated: @Uid on " + PACKAGE
                        + "RefusalsTest$OnAGetter.getId");
        assertRefused(
                new Twice(), "@Uid and @UidSegment exclude each other: " + PACKAGE + "RefusalsTest$Twice.id has both");
        assertRefused(
                new Narrow(),
                "@Uid must be on a long, Long or String: " + PACKAGE + "RefusalsTest$Narrow.id is of type int");
        assertRefused(
                new NarrowCounter(),
                "@UidSegment(\"orders\") must be on a long, Long, int, Integer or String: " + PACKAGE
                        + "RefusalsTest$NarrowCounter.id is of type short");
    }

    @Test
    void saysWhichSourceItLacks() {
        assertRefused(
                new Named(),
                "@Uid(\"numbers\") on " + PACKAGE
                        + "RefusalsTest$Named.id names a bean: UidInterceptor.ofBeans finds beans, UidInterceptor.of none");
        assertRefused(
                new Counted(),
                "@UidSegment(\"orders\") on " + PACKAGE
                        + "RefusalsTest$Counted.id needs a SegmentIdGenerator: UidInterceptor has none");
    }

    @Test
    void saysThatACounterHasOutgrownItsField() {
        SegmentStore large = (tag, length) -> new UidRange(3_000_000_000L, 3_000_000_009L, 1);
        try (SegmentIdGenerator segments = SegmentIdGenerator.builder(large).build()) {
            assertThatThrownBy(() -> insert(UidInterceptor.of(generator, segments), new SmallCounter()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("@UidSegment(\"orders\") on " + PACKAGE
                            + "RefusalsTest$SmallCounter.id: the counter has outgrown an int: 3000000000");
        }
    }

    @Test
    void findsBeansByTheirNames() throws Throwable {
        Named named = new Named();
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.registerBean("numbers", UidGenerator.class, () -> TestGenerators.ofWorker(8));
            context.registerBean("ids", UidGenerator.class, () -> generator);
            context.refresh();

            insert(UidInterceptor.ofBeans(context), named);
        }

        assertThat(workerOf(named.id)).isEqualTo(8);
    }
}
