package org.uidgenerator.testing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The ports that servers of this JVM have, or will have once they are started. Modules are tested at the same time, and
 * two servers that were given the same port would be taken for one: the second one does not start, and the first one
 * answers in its place.
 */
final class PortClaim {
    /** Locks end with their channels, which must stay reachable. */
    private static final Queue<FileChannel> CLAIMS = new ConcurrentLinkedQueue<>();

    private PortClaim() {}

    /** Claims a port until the end of this JVM, unless some JVM has done so. */
    static boolean of(int port) throws IOException {
        Path claims = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "uid-test-ports"));
        FileChannel claim = FileChannel.open(
                claims.resolve(Integer.toString(port)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (isLocked(claim)) {
            CLAIMS.add(claim);
            return true;
        }
        claim.close();
        return false;
    }

    private static boolean isLocked(FileChannel claim) throws IOException {
        try {
            return claim.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
