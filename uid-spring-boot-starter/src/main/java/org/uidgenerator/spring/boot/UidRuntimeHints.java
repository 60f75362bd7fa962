package org.uidgenerator.spring.boot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * What a native image cannot see by itself: the scripts that create tables are resources, and handles find
 * fields and methods by name, as does what copies the settings of a Redis client. The properties are found by Boot.
 */
final class UidRuntimeHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources()
                .registerPattern("org/uidgenerator/worker/db/*.sql")
                .registerPattern("org/uidgenerator/segment/db/segment-*.sql");
        registerField(hints, "org.uidgenerator.engine.PaddedLongValue", "value");
        registerField(hints, "org.uidgenerator.engine.OpenBlockLast", "last");
        registerField(hints, "org.uidgenerator.engine.Waiter", "state");
        hints.reflection()
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
                        hint -> hint.withField(DataRedisClient.SERVERS));
        hints.reflection()
                .registerType(Thread.class, hint -> hint.withMethod("isVirtual", List.of(), ExecutableMode.INVOKE));
    }

    private static void registerField(RuntimeHints hints, String type, String field) {
        hints.reflection().registerType(TypeReference.of(type), hint -> hint.withField(field));
    }
}
