package org.uidgenerator.internal.file;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.NamesOptions;
import org.uidgenerator.OptionText;

/**
 * Thrown when a file cannot be used. The message says why, as in {@code another process uses it}; the caller names the
 * file.
 */
public final class LockedFileException extends RuntimeException implements NamesOptions {
    private static final long serialVersionUID = 1L;

    private final OptionText text;

    /**
     * Makes one.
     *
     * @param why what comes after {@code because}
     */
    public LockedFileException(String why, @Nullable Throwable cause) {
        this(OptionText.plain(why), cause);
    }

    /**
     * Makes one that names options.
     *
     * @param why what comes after {@code because}
     */
    public LockedFileException(OptionText why, @Nullable Throwable cause) {
        super(why.toString(), cause);
        text = why;
    }

    @Override
    public OptionText optionText() {
        return text;
    }

    /** Returns why the file cannot be used. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
