package org.uidgenerator.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The UIDs that one thread was given, as runs of 16 bytes: first, count. They are with the operating system once
 * {@link #append} returns, so SIGKILL loses at most the batch that was being written, which no other process has seen.
 */
final class IssuedFile implements AutoCloseable {
    private static final int RUN_BYTES = 2 * Long.BYTES;

    private final FileChannel file;
    private final ByteBuffer buffer;

    IssuedFile(Path path, int longestBatch) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        buffer = ByteBuffer.allocateDirect(longestBatch * RUN_BYTES);
    }

    /** Writes UIDs, in the order given. */
    void append(long[] uids) throws IOException {
        buffer.clear();
        int start = 0;
        for (int i = 1; i <= uids.length; i++) {
            if (i == uids.length || uids[i] != uids[i - 1] + 1) {
                buffer.putLong(uids[start]).putLong(i - start);
                start = i;
            }
        }
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Reads the latest UID that was written, while others are. */
    static OptionalLong last(Path path) {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer run = ByteBuffer.allocate(RUN_BYTES);
            long whole = file.size() / RUN_BYTES;
            if (whole == 0 || file.read(run, (whole - 1) * RUN_BYTES) < RUN_BYTES) {
                return OptionalLong.empty();
            }
            return OptionalLong.of(run.getLong(0) + run.getLong(Long.BYTES) - 1);
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads all whole runs; what a crash has cut off is dropped, which can hide a duplicate but not invent one.
     *
     * @throws AssertionError if they do not ascend, as those of one thread must
     */
    static List<Issued> read(Path path, int process) throws IOException {
        return read(path, process, true);
    }

    /**
     * Reads all whole runs.
     *
     * @param ascending whether those of the thread must ascend; business numbers go back to an earlier period with the
     *     clock
     */
    static List<Issued> read(Path path, int process, boolean ascending) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
        List<Issued> runs = new ArrayList<>();
        while (bytes.remaining() >= RUN_BYTES) {
            Issued run = new Issued(process, bytes.getLong(), bytes.getLong());
            if (ascending
                    && !runs.isEmpty()
                    && run.first() <= runs.get(runs.size() - 1).last()) {
                throw new AssertionError(path + " does not ascend: " + runs.get(runs.size() - 1) + ", then " + run);
            }
            runs.add(run);
        }
        return runs;
    }
}
