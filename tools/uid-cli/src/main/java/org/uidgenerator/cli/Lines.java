package org.uidgenerator.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes lines in UTF-8, a buffer full at a time. */
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
        for (byte unit : line.getBytes(StandardCharsets.UTF_8)) {
            put(unit);
        }
        put((byte) '\n');
    }

    private void put(byte unit) throws OutputException {
        if (used == BUFFER) {
            flush();
        }
        buffer[used++] = unit;
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
