package org.uidgenerator.internal.lease.file;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.file.SealedLines;
import org.uidgenerator.internal.file.TickFile;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.worker.lease.store.LeaseRow;

/**
 * The contents of a lease file: a lease as its holder knows it. Ticks that are reserved and lie after
 * {@code usedThrough} have not been used.
 *
 * @param origin which process it was written for
 * @param identity the store identity of the store, or null if the store keeps none
 * @param row the row as the store has confirmed it; the name of its holder is not in the file
 * @param pending what the store may have been asked for since then, done or not, or null
 * @param usedThrough the last tick that may have been used
 */
public record FiledLease(
        Origin origin,
        @Nullable StoreIdentity identity,
        LeaseRow row,
        @Nullable Reservation pending,
        long usedThrough) implements TickFile.Contents<FiledLease> {
    private static final String TITLE = "UID Generator lease file, version 2";
    private static final String NONE = "none";

    /** Texts of one lease are equally long, so that one takes the place of another by a single write. */
    private static final int BLOCK = 1024;

    /**
     * The process and place that a lease file is written for. It may be continued only there.
     *
     * @param store what messages call the store
     * @param file what tells the file at the path from a copy of it
     */
    public record Origin(String store, String namespace, String layout, String host, String path, String file) {
        /**
         * Checks that a file was written for the same process and place.
         *
         * @throws LockedFileException if it was not
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
                throw new LockedFileException(what + ", written for " + name + "=" + there + ", here is " + here, null);
            }
        }
    }

    FiledLease reserving(Reservation reserved, @Nullable Reservation pending) {
        return new FiledLease(origin, identity, reserved.in(row), pending, usedThrough);
    }

    @Override
    public FiledLease usedThrough(long tick) {
        return new FiledLease(origin, identity, row, pending, tick);
    }

    @Override
    public long lastTick() {
        return row.reservedThrough();
    }

    /** Returns lines for people to read, the last of which is a checksum of those before. */
    @Override
    public String text() {
        return SealedLines.write(
                BLOCK,
                TITLE,
                "store=" + origin.store,
                "namespace=" + origin.namespace,
                "layout=" + origin.layout,
                "host=" + origin.host,
                "path=" + origin.path,
                "file=" + origin.file,
                "identity=" + (identity == null ? "" : identity),
                "workerId=" + row.workerId(),
                "term=" + row.term(),
                "reservedThrough=" + row.reservedThrough(),
                "nextReservation=" + row.nextReservation(),
                "pendingThrough=" + (pending == null ? NONE : pending.through()),
                "pendingNext=" + (pending == null ? NONE : pending.announced()),
                "usedThrough=" + usedThrough);
    }

    /**
     * Reads what {@link #text()} has written, to the letter.
     *
     * @param holder the process that reads it
     * @throws LockedFileException if it is anything else
     */
    public static FiledLease parse(String text, String holder) {
        if (text.isEmpty()) {
            throw new LockedFileException(
                    "it holds no lease: none was written yet, or the last one was given back", null);
        }
        return SealedLines.read(TITLE, text, lines -> read(lines, holder), FiledLease::text);
    }

    private static FiledLease read(SealedLines lines, String holder) {
        Origin origin = new Origin(
                lines.text("store"),
                lines.text("namespace"),
                lines.text("layout"),
                lines.text("host"),
                lines.text("path"),
                lines.text("file"));
        String identity = lines.text("identity");
        LeaseRow row = new LeaseRow(
                lines.number("workerId"),
                lines.number("term"),
                lines.number("reservedThrough"),
                lines.number("nextReservation"),
                origin.layout,
                holder,
                true);
        String pendingThrough = lines.text("pendingThrough");
        String pendingNext = lines.text("pendingNext");
        Reservation pending = pendingThrough.equals(NONE)
                ? null
                : new Reservation(Long.parseLong(pendingThrough), Long.parseLong(pendingNext));
        return new FiledLease(
                origin,
                identity.isEmpty() ? null : StoreIdentity.parse(identity),
                row,
                pending,
                lines.number("usedThrough"));
    }
}
