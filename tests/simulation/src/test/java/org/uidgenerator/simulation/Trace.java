package org.uidgenerator.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/** The latest events, and a fingerprint of all events. */
final class Trace {
    private final int longest;
    private final Deque<String> lines = new ArrayDeque<>();
    private long fingerprint = 1;

    Trace(int longest) {
        this.longest = longest;
    }

    void add(String line) {
        fingerprint = 31 * fingerprint + line.hashCode();
        lines.addLast(line);
        if (lines.size() > longest) {
            lines.removeFirst();
        }
    }

    long fingerprint() {
        return fingerprint;
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
