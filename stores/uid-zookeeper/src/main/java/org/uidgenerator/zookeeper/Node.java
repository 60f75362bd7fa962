package org.uidgenerator.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.zookeeper.data.Stat;

/**
 * A node as it was read.
 *
 * @param text its data
 * @param version how often it was written, which a conditional write repeats
 * @param modified when it was written last, by the clock of the leader
 */
record Node(String text, int version, Instant modified) {
    private static final int LONGEST_QUOTE = 64;

    static Node of(byte[] data, Stat stat) {
        return new Node(
                new String(data, StandardCharsets.UTF_8), stat.getVersion(), Instant.ofEpochMilli(stat.getMtime()));
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    /** The data, or the beginning of it, for messages. */
    String quote() {
        return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
    }
}
