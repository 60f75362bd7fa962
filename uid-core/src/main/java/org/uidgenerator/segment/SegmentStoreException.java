package org.uidgenerator.segment;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.NamesOptions;
import org.uidgenerator.OptionText;

/**
 * Thrown by a {@link SegmentStore} that does not answer or refuses. It is then unknown whether a range was taken.
 *
 * <p>The message is the store's, such as {@code Connection refused}. The caller adds what it was doing.
 */
public class SegmentStoreException extends RuntimeException implements NamesOptions {
    private static final long serialVersionUID = 1L;

    /** The message. */
    private final OptionText text;

    /**
     * Makes an exception.
     *
     * @param message what the store said, if anything
     * @param cause what its driver threw, if anything
     */
    public SegmentStoreException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        text = OptionText.plain(message);
    }

    /**
     * Makes an exception.
     *
     * @param message what the store said, or what to set
     * @param cause what its driver threw, if anything
     */
    public SegmentStoreException(OptionText message, @Nullable Throwable cause) {
        super(message.toString(), cause);
        text = message;
    }

    @Override
    public OptionText optionText() {
        return text;
    }
}
