package org.uidgenerator.worker.lease;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.IdSpace;

/**
 * The contents of a lease file: a lease as its holder knows it. Ticks that are reserved and lie after
 * {@code stampedThrough} have not been stamped.
 *
 * @param origin which process it was written for
 * @param space the id space of the store, or null if the store keeps none
 * @param workerId the worker id
 * @param term the fencing number of the holder
 * @param reserved what the store has confirmed
 * @param pending what the store may have been asked for since then, done or not, or null
 * @param stampedThrough the last tick that may have been stamped
 */
record FiledLease(
        Origin origin,
        @Nullable IdSpace space,
        long workerId,
        long term,
        Reservation reserved,
        @Nullable Reservation pending,
        long stampedThrough) {
    private static final String TITLE = "UID Generator lease file, version 2";
    private static final String NONE = "none";

    /** Texts of one lease are equally long, so that one takes the place of another by a single write. */
    private static final int BLOCK = 1024;

    private static final String CHECKSUM = "checksum=";
    private static final int CHECKSUM_LENGTH = CHECKSUM.length() + 64;

    /**
     * The process and place that a lease file is written for. It may be continued only there.
     *
     * @param store what messages call the store
     * @param namespace the name of the id space
     * @param layout the text of the layout
     * @param host the name of the host
     * @param path where the file is
     * @param file what tells the file from a copy of it
     */
    record Origin(String store, String namespace, String layout, String host, String path, String file) {
        /**
         * Checks that a file was written for the same process and place.
         *
         * @throws LeaseFileException if it was not
         */
        void requireSame(Origin filed) {
            requireSame("it is of another lease", "store", filed.store, store);
            requireSame("it is of another lease", "namespace", filed.namespace, namespace);
            requireSame("it is of another lease", "layout", filed.layout, layout);
            requireSame("it is a copy", "host", filed.host, host);
            requireSame("it is a copy", "path", filed.path, path);
            requireSame("it is a copy", "file", filed.file, file);
        }

        private static void requireSame(String what, String name, String there, String here) {
            if (!there.equals(here)) {
                throw new LeaseFileException(what + ", written for " + name + "=" + there + ", here is " + here, null);
            }
        }
    }

    FiledLease reserving(Reservation reserved, @Nullable Reservation pending) {
        return new FiledLease(origin, space, workerId, term, reserved, pending, stampedThrough);
    }

    FiledLease stampedThrough(long tick) {
        return new FiledLease(origin, space, workerId, term, reserved, pending, tick);
    }

    /** Returns lines for people to read, the last of which is a checksum of those before. */
    String text() {
        String lines = String.join(
                "\n",
                TITLE,
                "store=" + origin.store,
                "namespace=" + origin.namespace,
                "layout=" + origin.layout,
                "host=" + origin.host,
                "path=" + origin.path,
                "file=" + origin.file,
                "space=" + (space == null ? "" : space),
                "workerId=" + workerId,
                "term=" + term,
                "reservedThrough=" + reserved.through(),
                "nextReservation=" + reserved.announced(),
                "pendingThrough=" + (pending == null ? NONE : pending.through()),
                "pendingNext=" + (pending == null ? NONE : pending.announced()),
                "stampedThrough=" + stampedThrough,
                "padding=");
        int left = BLOCK - (lines.length() + CHECKSUM_LENGTH + 2) % BLOCK;
        String padded = lines + " ".repeat(left) + "\n";
        return padded + CHECKSUM + checksum(padded) + "\n";
    }

    private static String checksum(String lines) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }

    /**
     * Reads what {@link #text()} has written, to the letter.
     *
     * @throws LeaseFileException if it is anything else
     */
    static FiledLease parse(String text) {
        if (text.isEmpty()) {
            throw new LeaseFileException(
                    "it holds no lease: none was written yet, or the last one was given back", null);
        }
        try {
            FiledLease found = read(List.of(text.split("\n", -1)).iterator());
            if (found.text().equals(text)) {
                return found;
            }
        } catch (IllegalArgumentException e) {
            throw damaged(e);
        }
        throw damaged(null);
    }

    private static LeaseFileException damaged(@Nullable Throwable cause) {
        return new LeaseFileException("it is damaged, or was written by another version", cause);
    }

    private static FiledLease read(Iterator<String> lines) {
        value(lines, TITLE);
        Origin origin = new Origin(
                value(lines, "store="),
                value(lines, "namespace="),
                value(lines, "layout="),
                value(lines, "host="),
                value(lines, "path="),
                value(lines, "file="));
        String space = value(lines, "space=");
        long workerId = number(lines, "workerId=");
        long term = number(lines, "term=");
        Reservation reserved = new Reservation(number(lines, "reservedThrough="), number(lines, "nextReservation="));
        String pendingThrough = value(lines, "pendingThrough=");
        String pendingNext = value(lines, "pendingNext=");
        Reservation pending = pendingThrough.equals(NONE)
                ? null
                : new Reservation(Long.parseLong(pendingThrough), Long.parseLong(pendingNext));
        return new FiledLease(
                origin,
                space.isEmpty() ? null : IdSpace.parse(space),
                workerId,
                term,
                reserved,
                pending,
                number(lines, "stampedThrough="));
    }

    private static long number(Iterator<String> lines, String start) {
        return Long.parseLong(value(lines, start));
    }

    private static String value(Iterator<String> lines, String start) {
        String line = lines.hasNext() ? lines.next() : "";
        if (!line.startsWith(start)) {
            throw new IllegalArgumentException("expected " + start);
        }
        return line.substring(start.length());
    }
}
