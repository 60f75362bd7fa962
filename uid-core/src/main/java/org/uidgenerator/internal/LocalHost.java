package org.uidgenerator.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** The host that this process runs on. */
public final class LocalHost {
    private static final Path LINUX_HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private LocalHost() {}

    /** Returns the name of the host, or {@code unknown} if it has none. */
    public static String name() {
        try {
            if (Files.isReadable(LINUX_HOST_NAME)) {
                return Files.readString(LINUX_HOST_NAME).strip(); // the same when no DNS answers
            }
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "unknown"; // a machine without a name in its DNS can make UIDs nevertheless
        }
    }

    /** Returns what other processes call this one: the name of the host and the process id. */
    public static String thisProcess(String host) {
        return host + ":" + ProcessHandle.current().pid();
    }
}
