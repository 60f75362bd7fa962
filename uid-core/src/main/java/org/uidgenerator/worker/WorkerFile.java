package org.uidgenerator.worker;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.file.SealedLines;

/**
 * The contents of a worker file: which ticks of a static worker id may have been stamped.
 *
 * @param space the id space
 * @param layout the layout of the UIDs
 * @param workerId the worker id that the UIDs have
 * @param stampedThrough the last tick that may have been stamped, or -1
 */
record WorkerFile(String space, UidLayout layout, long workerId, long stampedThrough) {
    private static final String TITLE = "UID Generator worker file, version 1";

    /** The sector of a disk, which is written as a whole or not at all. */
    private static final int BLOCK = 512;

    /** The time that a crash leaves reserved, and more for the launch. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    /** Advice for messages: the way to a file in the place of one that was lost. */
    static final String WITH_COMMAND =
            "with 'uid worker-file create' above all UIDs that were made with this worker id";

    WorkerFile stampedThrough(long tick) {
        return new WorkerFile(space, layout, workerId, tick);
    }

    /**
     * Checks that the file is of the worker id that a generator wants.
     *
     * @throws LockedFileException if it is of another one, or of UIDs of another kind
     */
    void requireSame(WorkerFile wanted) {
        requireSame("worker id", workerId, wanted.workerId);
        requireSame("space", space, wanted.space);
        requireSame("layout", layout, wanted.layout);
    }

    /**
     * Checks that the clock allows the next tick soon. After a time in which the clock was a year ahead it would not
     * for a year.
     *
     * @throws LockedFileException if it is further ahead than the generator may borrow
     */
    void requireReachable(LeaseRequest request) {
        Instant now = request.clock().map(InstantSource::instant).orElse(Instant.MAX);
        Instant next = layout.timeOf(stampedThrough + 1);
        if (next.minus(request.maxBorrow()).minus(LONGEST_WAIT).isAfter(now)) {
            throw new LockedFileException(
                    OptionText.of(
                            "its next tick is further ahead of the clock than {maxBorrow}: next=%s, now=%s, {maxBorrow}=%s."
                                    + " If the clock is right now, raise {maxBorrow}, or take another {workerId}",
                            next, now, request.maxBorrow()),
                    null);
        }
    }

    private static void requireSame(String name, Object there, Object here) {
        if (!there.equals(here)) {
            throw new LockedFileException("it is of " + name + " " + there + ", here is " + here, null);
        }
    }

    String text() {
        return SealedLines.write(
                BLOCK,
                TITLE,
                "space=" + space,
                "layout=" + layout.text(),
                "workerId=" + workerId,
                "stampedThrough=" + stampedThrough,
                "stampedUntil=" + layout.timeOf(stampedThrough + 1));
    }

    /**
     * Reads what {@link #text()} has written, to the letter.
     *
     * @throws LockedFileException if it is anything else
     */
    static WorkerFile parse(String text) {
        try {
            return SealedLines.read(TITLE, text, WorkerFile::read, WorkerFile::text);
        } catch (LockedFileException e) {
            throw new LockedFileException(e.why() + ". Remove it, and make it " + WITH_COMMAND, e);
        }
    }

    private static WorkerFile read(SealedLines lines) {
        return new WorkerFile(
                lines.text("space"),
                UidLayout.parse(lines.text("layout")),
                lines.number("workerId"),
                lines.number("stampedThrough"));
    }
}
