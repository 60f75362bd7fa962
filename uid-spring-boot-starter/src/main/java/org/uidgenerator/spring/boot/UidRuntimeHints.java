package org.uidgenerator.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image cannot see by itself: the scripts that create tables are resources. The properties are found by Boot,
 * and the fields behind variable handles by the image builder, since their names are constants.
 */
final class UidRuntimeHints implements RuntimeHintsRegistrar {
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("org/uidgenerator/worker/db/*.sql");
    }
}
