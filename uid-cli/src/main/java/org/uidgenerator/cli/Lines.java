package org.uidgenerator.cli;

import java.io.IOException;
import java.io.OutputStream;

/** Writes lines of ASCII, a buffer full at a time. */
final class Lines {
    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int used;

    Lines(OutputStream out) {
        this.out = out;
    }

    /**
     * Adds a line.
     *
     * @throws OutputException if the buffer was full and could not be written
     */
    void add(String line) throws OutputException {
        for (int i = 0; i < line.length(); i++) {
            put((byte) line.charAt(i));
        }
        put((byte) '\n');
    }

    private void put(byte character) throws OutputException {
        if (used == BUFFER) {
            flush();
        }
        buffer[used++] = character;
    }

    void flush() throws OutputException {
        try {
            out.write(buffer, 0, used);
            out.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
        used = 0;
    }
}
