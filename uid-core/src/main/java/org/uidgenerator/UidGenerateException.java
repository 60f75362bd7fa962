package org.uidgenerator;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when there is no UID: the generator is closed, its time bits are used up, its buffer stayed empty, or no
 * worker id was available. The message says which of these it is and what to change. The cause, if any, is the fault
 * behind it.
 */
public class UidGenerateException extends RuntimeException implements NamesOptions {
    private static final long serialVersionUID = 1L;

    /** The message. */
    private final OptionText text;

    /**
     * Makes an exception without a cause.
     *
     * @param message what happened and what to do about it
     */
    public UidGenerateException(String message) {
        super(message);
        text = OptionText.plain(message);
    }

    /**
     * Makes an exception with a cause.
     *
     * @param message what happened and what to do about it
     * @param cause what went wrong, or null if nothing is known
     */
    public UidGenerateException(String message, @Nullable Throwable cause) {
        super(message, cause);
        text = OptionText.plain(message);
    }

    /**
     * Makes an exception without a cause.
     *
     * @param message what happened and what to do about it, which may name options
     */
    public UidGenerateException(OptionText message) {
        super(message.toString());
        text = message;
    }

    /**
     * Makes an exception with a cause.
     *
     * @param message what happened and what to do about it, which may name options
     * @param cause what went wrong, or null if nothing is known
     */
    public UidGenerateException(OptionText message, @Nullable Throwable cause) {
        super(message.toString(), cause);
        text = message;
    }

    @Override
    public OptionText optionText() {
        return text;
    }
}
