package org.uidgenerator.worker.lease;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.NamesOptions;
import org.uidgenerator.OptionText;

/**
 * Thrown when a lease file cannot be used. The message says why, as in {@code another process uses it}; the caller
 * names the file.
 */
final class LeaseFileException extends RuntimeException implements NamesOptions {
    private static final long serialVersionUID = 1L;

    private final OptionText text;

    LeaseFileException(String why, @Nullable Throwable cause) {
        this(OptionText.plain(why), cause);
    }

    LeaseFileException(OptionText why, @Nullable Throwable cause) {
        super(why.toString(), cause);
        text = why;
    }

    @Override
    public OptionText optionText() {
        return text;
    }

    /** Why the file cannot be used. */
    String why() {
        return String.valueOf(getMessage());
    }
}
