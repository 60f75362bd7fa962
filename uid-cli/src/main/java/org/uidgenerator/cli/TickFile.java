package org.uidgenerator.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** A file with the number of a tick in it, for one process at a time. */
final class TickFile implements AutoCloseable {
    private static final int LONGEST = 64;

    private final FileChannel channel;

    /**
     * Opens the file, which is made if it is missing, and waits for whoever has it open to close it.
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

    /** The tick, or -1 if none was ever written. */
    long read() throws IOException {
        ByteBuffer content = ByteBuffer.allocate(LONGEST);
        channel.read(content, 0);
        String tick =
                StandardCharsets.US_ASCII.decode(content.flip()).toString().strip();
        if (!tick.matches("[0-9]{0,19}")) {
            throw new IOException("it should hold a number, not \"" + tick + "\"");
        }
        return tick.isEmpty() ? -1 : Long.parseLong(tick);
    }

    /** Writes a tick; on the disk when this returns. */
    void write(long tick) throws IOException {
        channel.write(
                ByteBuffer.wrap(String.format(Locale.ROOT, "%019d\n", tick).getBytes(StandardCharsets.US_ASCII)), 0);
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
