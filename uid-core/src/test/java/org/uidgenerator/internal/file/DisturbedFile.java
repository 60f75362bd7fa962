package org.uidgenerator.internal.file;

import java.io.IOException;
import java.nio.file.Path;

/** A file on a disk that a test fills up or makes read-only. */
public final class DisturbedFile extends LockedFile {
    private final Disk disk;

    /** What the disk does. */
    public static final class Disk implements LockedFile.Opener {
        private volatile boolean full;
        private volatile boolean readOnly;

        /** From now on nothing can be written, but files can be emptied. */
        public void fillUp() {
            full = true;
        }

        /** From now on everything can be written again. */
        public void makeRoom() {
            full = false;
        }

        /** From now on nothing can be changed. */
        public void makeReadOnly() {
            readOnly = true;
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
}
