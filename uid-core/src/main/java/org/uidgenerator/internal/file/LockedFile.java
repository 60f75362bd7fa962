package org.uidgenerator.internal.file;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A short text on a local disk, which only one holder in one process may have open. It is replaced as a whole, and is
 * on the disk when a method returns. For one thread at a time.
 */
public class LockedFile implements Closeable {
    /*
     * The file itself is locked, not one beside it. If a separate lock file is removed, a second process gets in; if this file
     * is removed, there is nothing left that the second process could continue. POSIX drops the locks of a process on a file
     * when the process closes that file anywhere. So OPEN is checked before the file is opened, and a file that turns out to be
     * locked by another class loader of this process is not closed. The lock is at the far end, since no process can read what
     * is locked on Windows.
     *
     * Written in place, not renamed into place: that needs no room on a full disk, the lock stays, and the file keeps the key by
     * which a copy is told from it. A write that a power failure cuts short leaves a text whose checksum is wrong.
     */
    private static final int LONGEST = 1 << 16;

    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();
    private static final Queue<RandomAccessFile> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final Path way;
    private final Path path;
    private final RandomAccessFile file;
    private final String key;
    private boolean closed;

    /** Has a file whose path is at the end of a way that may have links. */
    private LockedFile(Path way, Path path, RandomAccessFile file, String key) {
        this.way = way;
        this.path = path;
        this.file = file;
        this.key = key;
    }

    /** Wraps an open file. For tests. */
    protected LockedFile(LockedFile other) {
        this(other.way, other.path, other.file, other.key);
    }

    @FunctionalInterface
    public interface Opener {
        LockedFile open(Path path) throws IOException;

        /**
         * Opens a file, which is made if it is missing, and leaves it open to what is made of it.
         *
         * @throws LockedFileException if it cannot be opened, or what the reader throws
         */
        default <T> T openFor(Path path, Function<LockedFile, T> reader) {
            try {
                LockedFile file = open(path);
                try {
                    return reader.apply(file);
                } catch (RuntimeException | Error e) {
                    file.close();
                    throw e;
                }
            } catch (IOException e) {
                throw new LockedFileException("it cannot be read: " + e, e);
            }
        }
    }

    /**
     * Opens a file, which is made if it is missing.
     *
     * @throws LockedFileException if another holder has it open
     */
    public static LockedFile open(Path path) throws IOException {
        Path real = realPath(path);
        if (!OPEN.add(real)) {
            throw usedInThisProcess(null);
        }
        try {
            return openAndLock(path.toAbsolutePath(), real);
        } catch (IOException | RuntimeException | Error e) {
            OPEN.remove(real);
            throw e;
        }
    }

    private static Path realPath(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        if (Files.exists(absolute)) {
            return absolute.toRealPath();
        }
        Path folder = absolute.getParent();
        Path name = absolute.getFileName();
        if (folder == null || name == null) {
            throw new FileNotFoundException(absolute + " is no file");
        }
        return folder.toRealPath().resolve(name);
    }

    private static LockedFile openAndLock(Path way, Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw"); // no channel: an interrupt would close that
        try {
            FileLock lock = file.getChannel().tryLock(Long.MAX_VALUE - 1, 1, false);
            if (lock == null) {
                throw new LockedFileException("another process uses it; each needs a file of its own", null);
            }
            return new LockedFile(way, path, file, keyOf(path));
        } catch (OverlappingFileLockException e) {
            NEVER_CLOSED.add(file);
            throw usedInThisProcess(e);
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static LockedFileException usedInThisProcess(@Nullable Throwable cause) {
        return new LockedFileException(
                "another generator of this process uses it; each needs a file of its own", cause);
    }

    /** Where it is, without links. */
    public Path path() {
        return path;
    }

    /**
     * The key that distinguishes it from a copy: its inode and device, or the time at which it was made if there are
     * none.
     */
    public String key() {
        return key;
    }

    private static String keyOf(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        Object key = attributes.fileKey();
        return key == null ? "created " + attributes.creationTime() : key.toString();
    }

    /**
     * Returns the text, or its first 64 KiB; empty if there is none.
     *
     * @throws LockedFileException if it cannot be read
     */
    public String read() {
        try {
            byte[] bytes = new byte[(int) Math.min(file.length(), LONGEST)];
            file.seek(0);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new LockedFileException("it cannot be read: " + e, e);
        }
    }

    /**
     * Replaces the text. After an exception it may be the one before, this one, or damaged.
     *
     * @throws LockedFileException if the path leads to another file by now, which others may have opened, or to none
     */
    public void write(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        file.seek(0);
        file.write(bytes);
        if (file.length() != bytes.length) {
            file.setLength(bytes.length);
        }
        file.getFD().sync();
        requireInPlace(); // Order matters! After the write: what takes its place later is a copy of what was written
    }

    private void requireInPlace() throws IOException {
        if (!Files.exists(way) || !keyOf(way).equals(key)) {
            throw new LockedFileException(
                    "it was removed or replaced while it was in use, so another process may use the one that is there now",
                    null);
        }
    }

    /** Leaves no text. */
    public void erase() throws IOException {
        file.setLength(0);
        file.getFD().sync();
    }

    /** Lets the next one open it. May be called again. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return; // another may have opened it since
        }
        closed = true;
        try {
            file.close();
        } finally {
            OPEN.remove(path);
        }
    }
}
