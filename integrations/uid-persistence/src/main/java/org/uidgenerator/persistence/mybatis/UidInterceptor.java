package org.uidgenerator.persistence.mybatis;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.persistence.internal.BeanSources;
import org.uidgenerator.persistence.internal.UidSources;
import org.uidgenerator.persistence.internal.UidTarget;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Fills fields that are annotated with {@link Uid} or {@link UidSegment} and are {@code null} or 0, before MyBatis
 * inserts: those of the parameters of the statement, and of all that is in collections, arrays and maps of them, at any
 * depth. Objects that a parameter holds in a field of their own are not filled. A field that is set keeps its value, so
 * a repeated insert has the same ids.
 *
 * <p>A statement must not take generated keys for a field that is filled here, because the keys that some drivers
 * return for given values are others. Other fields may have generated keys.
 *
 * <p>With MyBatis-Plus it works as well, for fields other than ids too.
 */
@Intercepts(
        @Signature(
                type = Executor.class,
                method = "update",
                args = {MappedStatement.class, Object.class}))
public final class UidInterceptor implements Interceptor {
    private final UidSources sources;

    private UidInterceptor(UidSources sources) {
        this.sources = sources;
    }

    /**
     * Returns an interceptor without counters.
     *
     * @param generator where the UIDs come from; it is not closed here
     * @return the interceptor
     */
    public static UidInterceptor of(UidGenerator generator) {
        return new UidInterceptor(new Given(Objects.requireNonNull(generator, "generator"), null));
    }

    /**
     * Returns an interceptor.
     *
     * @param generator where the UIDs come from; it is not closed here
     * @param segments where the numbers of counters come from; it is not closed here
     * @return the interceptor
     */
    public static UidInterceptor of(UidGenerator generator, SegmentIdGenerator segments) {
        return new UidInterceptor(new Given(
                Objects.requireNonNull(generator, "generator"), Objects.requireNonNull(segments, "segments")));
    }

    /**
     * Returns an interceptor for beans of Spring.
     *
     * @param beans the factory of the generators: the one of type {@link UidGenerator}, or those that
     *     {@link Uid#value()} names, and the one of type {@link SegmentIdGenerator}. They are looked up when they are
     *     needed
     * @return the interceptor
     */
    public static UidInterceptor ofBeans(BeanFactory beans) {
        return new UidInterceptor(new BeanSources(beans));
    }

    /**
     * Fills the fields of an insert.
     *
     * @throws IllegalStateException if a field can hold no UID or is to have a generated key as well, or there is no
     *     such generator or counter
     */
    @Override
    public @Nullable Object intercept(Invocation invocation) throws Throwable {
        MappedStatement statement = (MappedStatement) invocation.getArgs()[0];
        if (statement.getSqlCommandType() == SqlCommandType.INSERT) {
            new InsertedObjects(sources, statement.getId(), generatedKeys(statement))
                    .fill(invocation.getArgs()[1]);
        }
        return invocation.proceed();
    }

    private static List<String> generatedKeys(MappedStatement statement) {
        String[] properties = statement.getKeyProperties();
        return properties == null || statement.getKeyGenerator() instanceof NoKeyGenerator
                ? List.of()
                : List.of(properties);
    }

    /** One generator without a name, and counters or none. */
    private record Given(UidGenerator generator, @Nullable SegmentIdGenerator counters) implements UidSources {
        @Override
        public <T> T find(UidTarget target, Class<T> type, String name) {
            if (!name.isEmpty()) {
                throw new IllegalStateException(String.format(
                        Locale.ROOT,
                        "%s names a bean: UidInterceptor.ofBeans finds beans, UidInterceptor.of none",
                        target));
            }
            Object found = type == SegmentIdGenerator.class ? counters : generator;
            if (found == null) {
                throw new IllegalStateException(
                        String.format(Locale.ROOT, "%s needs a SegmentIdGenerator: UidInterceptor has none", target));
            }
            return type.cast(found);
        }
    }
}
