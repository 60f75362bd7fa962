package org.uidgenerator.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Standard output: lines in UTF-8, written a buffer full at a time. */
final class Lines {
    private static final int BUFFER = 1 << 16;

    final Writer writer;

    Lines(OutputStream out) {
        writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER);
    }

    /**
     * Adds a line.
     *
     * @throws OutputException if the buffer was full and could not be written
     */
    void add(String line) {
        try {
            writer.write(line);
            writer.write('\n');
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    void flush() {
        try {
            writer.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    /** Thrown when standard output cannot be written. */
    static final class OutputException extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        OutputException(IOException cause) {
            super("cannot write the output: " + cause.getMessage(), cause);
        }

        /**
         * Whether the reader of the output went away, as after {@code | head}: "Broken pipe", on Windows "The pipe is
         * being closed".
         */
        boolean isReaderGone() {
            return String.valueOf(getMessage()).contains("pipe");
        }
    }
}
