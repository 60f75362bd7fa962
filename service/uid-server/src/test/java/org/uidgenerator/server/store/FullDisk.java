package org.uidgenerator.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import org.h2.store.fs.FileBase;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Files of H2 on a disk that a test fills. A database on it has the address {@code jdbc:h2:full:} and the path of its
 * file.
 */
public final class FullDisk extends FilePathWrapper {
    private static volatile boolean full;

    /** Makes it known to H2. */
    static void mount() {
        full = false;
        FilePath.register(new FullDisk());
    }

    static void fill(boolean full) {
        FullDisk.full = full;
    }

    @Override
    public String getScheme() {
        return "full";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new File(super.open(mode));
    }

    /** A file that does not take what is written to it while the disk is full. */
    private static final class File extends FileBase {
        private final FileChannel file;

        File(FileChannel file) {
            this.file = file;
        }

        private static void requireIdentity() throws IOException {
            if (full) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            requireIdentity();
            return file.write(source);
        }

        @Override
        public synchronized int write(ByteBuffer source, long position) throws IOException {
            requireIdentity();
            return file.write(source, position);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return file.read(target);
        }

        @Override
        public synchronized int read(ByteBuffer target, long position) throws IOException {
            return file.read(target, position);
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public FileChannel position(long position) throws IOException {
            file.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            file.truncate(size);
            return this;
        }

        @Override
        public void force(boolean metadata) throws IOException {
            file.force(metadata);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return file.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            file.close();
        }
    }
}
