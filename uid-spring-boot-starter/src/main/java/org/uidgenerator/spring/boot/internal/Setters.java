package org.uidgenerator.spring.boot.internal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/** Passes settings on to builders, whose defaults hold for what is not set. */
public final class Setters {
    private Setters() {}

    /** Passes on what was set. */
    public static <T> void ifSet(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }

    /**
     * Returns what must be set because of what else is set.
     *
     * @param option what it is called
     * @param choice what else is set, as {@code {uid.type}=remote}
     */
    public static <T> T required(@Nullable T value, String option, OptionText choice) {
        if (value == null) {
            throw OptionException.inWords(
                    option, null, OptionText.of("%s must be set", OptionText.option(option)), choice);
        }
        return value;
    }
}
