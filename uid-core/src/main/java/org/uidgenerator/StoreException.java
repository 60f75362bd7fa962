package org.uidgenerator;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a store of leases or counters that does not answer or refuses. It is then unknown whether a write was done.
 *
 * <p>The message is the store's, such as {@code Connection refused}. The caller adds what it was doing.
 */
public class StoreException extends RuntimeException implements NamesOptions {
    private static final long serialVersionUID = 1L;

    /** The message. */
    private final OptionText text;

    /**
     * Makes an exception.
     *
     * @param message what the store said, if anything
     * @param cause what its driver threw, if anything
     */
    public StoreException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        text = OptionText.plain(message);
    }

    /**
     * Makes an exception.
     *
     * @param message what the store said, or what to set
     * @param cause what its driver threw, if anything
     */
    public StoreException(OptionText message, @Nullable Throwable cause) {
        super(message.toString(), cause);
        text = message;
    }

    @Override
    public OptionText optionText() {
        return text;
    }
}
