package org.uidgenerator.spring.boot.internal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes settings on to builders, whose defaults hold for what is not set. */
public final class Setters {
    private Setters() {}

    /** Passes on what was set. */
    public static <T> void ifSet(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
