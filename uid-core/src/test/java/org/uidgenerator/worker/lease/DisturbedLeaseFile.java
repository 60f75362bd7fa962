package org.uidgenerator.worker.lease;

import java.io.IOException;
import java.nio.file.Path;

/** A file on a disk that a test fills up or makes read-only. */
final class DisturbedLeaseFile extends LeaseFile {
    private final Disk disk;

    /** What the disk does. */
    static final class Disk implements LeaseFile.Opener {
        private volatile boolean full;
        private volatile boolean readOnly;

        void fillUp() {
            full = true;
        }

        void makeReadOnly() {
            readOnly = true;
        }

        @Override
        public LeaseFile open(Path path) throws IOException {
            return new DisturbedLeaseFile(LeaseFile.open(path), this);
        }
    }

    private DisturbedLeaseFile(LeaseFile file, Disk disk) {
        super(file);
        this.disk = disk;
    }

    @Override
    void write(String text) throws IOException {
        if (disk.full || disk.readOnly) {
            throw new IOException(disk.full ? "No space left on device" : "Read-only file system");
        }
        super.write(text);
    }

    @Override
    void erase() throws IOException {
        if (disk.readOnly) {
            throw new IOException("Read-only file system");
        }
        super.erase();
    }
}
