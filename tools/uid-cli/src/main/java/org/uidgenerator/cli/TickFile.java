package org.uidgenerator.cli;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** A file with the number of a tick in it, for one process at a time. */
final class TickFile implements AutoCloseable {
    /** Means that no tick was ever written. */
    static final long NONE = -1;

    private static final int LONGEST = 64;

    /** Earlier versions wrote this when no launch had ever stamped a tick. */
    private static final String NONE_WRITTEN_OUT = "-000000000000000001";

    private final FileChannel channel;

    /**
     * Opens the file, which is made if it is missing. Waits until a process that has it open has closed it.
     *
     * @param onWait called if it has to wait
     */
    TickFile(Path file, Runnable onWait) throws IOException {
        Files.createDirectories(file.getParent());
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            onWait.run();
            channel.lock();
        }
    }

    /**
     * Reads the tick, or {@link #NONE}.
     *
     * @throws DamagedException if something else is in the file
     */
    long read() throws IOException {
        ByteBuffer content = ByteBuffer.allocate(LONGEST);
        channel.read(content, 0);
        String tick =
                StandardCharsets.US_ASCII.decode(content.flip()).toString().strip();
        if (tick.isEmpty() || tick.equals(NONE_WRITTEN_OUT)) {
            return NONE;
        }
        BigInteger number = tick.matches("[0-9]{1,19}") ? new BigInteger(tick) : BigInteger.valueOf(NONE);
        if (number.signum() < 0 || number.bitLength() >= Long.SIZE) {
            throw new DamagedException(tick);
        }
        return number.longValue();
    }

    /** Writes a tick, which must not be negative; on the disk when this returns. */
    void write(long tick) throws IOException {
        channel.write(
                ByteBuffer.wrap(String.format(Locale.ROOT, "%019d\n", tick).getBytes(StandardCharsets.US_ASCII)), 0);
        channel.force(false);
    }

    /** Leaves no tick in the file; on the disk when this returns. */
    void clear() throws IOException {
        channel.truncate(0);
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Thrown when there is no tick in the file. */
    static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1L;

        DamagedException(String content) {
            super(String.format(
                    Locale.ROOT,
                    "it must hold the last tick that was reserved, not \"%s\". Write the tick of the greatest UID made with this worker id into it ('uid parse' shows it), or use another worker id",
                    content));
        }
    }
}
