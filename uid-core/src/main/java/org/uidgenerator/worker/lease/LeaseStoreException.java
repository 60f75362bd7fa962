package org.uidgenerator.worker.lease;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.NamesOptions;
import org.uidgenerator.OptionText;

/**
 * Thrown by a {@link WorkerLeaseStore} that does not answer or refuses. It is then unknown whether a write was done.
 *
 * <p>The message is the store's, such as {@code Connection refused}. The caller adds what it was doing.
 */
public class LeaseStoreException extends RuntimeException implements NamesOptions {
    private static final long serialVersionUID = 1L;

    /** The message. */
    private final OptionText text;

    /**
     * Makes an exception.
     *
     * @param message what the store said, if anything
     * @param cause what its driver threw, if anything
     */
    public LeaseStoreException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        text = OptionText.plain(message);
    }

    /**
     * Makes an exception.
     *
     * @param message what the store said, or what to set
     * @param cause what its driver threw, if anything
     */
    public LeaseStoreException(OptionText message, @Nullable Throwable cause) {
        super(message.toString(), cause);
        text = message;
    }

    @Override
    public OptionText optionText() {
        return text;
    }
}
