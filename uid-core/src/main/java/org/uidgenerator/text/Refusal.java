package org.uidgenerator.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The refusal of a text, a pattern or a number: the rule that is broken, and the value that breaks it. */
final class Refusal {
    private Refusal() {}

    /** Returns an exception that says the same in each locale, given a format of {@link java.util.Formatter}. */
    static IllegalArgumentException of(String format, @Nullable Object... values) {
        return new IllegalArgumentException(String.format(Locale.ROOT, format, values));
    }
}
