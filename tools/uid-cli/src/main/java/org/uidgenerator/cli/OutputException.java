package org.uidgenerator.cli;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Thrown when standard output cannot be written. */
final class OutputException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    OutputException(IOException cause) {
        super("cannot write the output: " + cause.getMessage(), cause);
    }

    /**
     * Whether the reader of the output went away, as after {@code | head}: "Broken pipe", on Windows "The pipe is being
     * closed".
     */
    boolean isReaderGone() {
        return String.valueOf(getMessage()).contains("pipe");
    }
}
