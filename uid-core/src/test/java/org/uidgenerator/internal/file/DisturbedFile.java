package org.uidgenerator.internal.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.uidgenerator.test.internal.Patience;

/** A file on a disk that a test fills up, makes read-only or lets hang. */
public final class DisturbedFile extends LockedFile {
    private final Disk disk;

    /** What the disk does. */
    public static final class Disk implements LockedFile.Opener {
        private volatile boolean full;
        private volatile boolean readOnly;
        private volatile Runnable onClose = () -> {};
        private final AtomicInteger writes = new AtomicInteger();
        private final AtomicReference<CountDownLatch> beforeNextWrite = new AtomicReference<>(new CountDownLatch(0));

        /** From now on nothing can be written, but files can be emptied. */
        public void fillUp() {
            full = true;
        }

        /** From now on everything can be written again. */
        public void makeRoom() {
            full = false;
            readOnly = false;
        }

        /** From now on nothing can be changed. */
        public void makeReadOnly() {
            readOnly = true;
        }

        /**
         * Lets the next write hang, and no other.
         *
         * @return lets it go on
         */
        public CountDownLatch hangOnce() {
            CountDownLatch letGo = new CountDownLatch(1);
            beforeNextWrite.set(letGo);
            return letGo;
        }

        /** Sets what is done before a file is closed. */
        public void onClose(Runnable onClose) {
            this.onClose = onClose;
        }

        /** Returns how many writes have begun. */
        public int writes() {
            return writes.get();
        }

        @Override
        public LockedFile open(Path path) throws IOException {
            return new DisturbedFile(LockedFile.open(path), this);
        }
    }

    private DisturbedFile(LockedFile file, Disk disk) {
        super(file);
        this.disk = disk;
    }

    @Override
    public void write(String text) throws IOException {
        CountDownLatch letGo = disk.beforeNextWrite.getAndSet(new CountDownLatch(0));
        disk.writes.incrementAndGet();
        Patience.awaitTest(letGo);
        if (disk.full || disk.readOnly) {
            throw new IOException(disk.full ? "No space left on device" : "Read-only file system");
        }
        super.write(text);
    }

    @Override
    public void erase() throws IOException {
        if (disk.readOnly) {
            throw new IOException("Read-only file system");
        }
        super.erase();
    }

    @Override
    public void close() throws IOException {
        disk.onClose.run();
        super.close();
    }
}
