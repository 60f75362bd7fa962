package org.uidgenerator.internal;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/** The host that this process runs on. */
public final class LocalHost {
    private static final File LINUX_HOST_NAME = new File("/proc/sys/kernel/hostname");

    private LocalHost() {}

    /** Returns the name of the host, or {@code unknown} if it has none. */
    public static String name() {
        try {
            if (LINUX_HOST_NAME.canRead()) {
                try (InputStream name = new FileInputStream(LINUX_HOST_NAME)) { // the same when no DNS answers
                    return new String(name.readAllBytes(), StandardCharsets.UTF_8).strip();
                }
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
