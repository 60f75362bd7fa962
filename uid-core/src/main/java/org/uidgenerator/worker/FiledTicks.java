package org.uidgenerator.worker;

import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.file.SealedLines;
import org.uidgenerator.internal.file.TickFile;

/**
 * The contents of a tick file: the last tick of a static worker id that may have been used, and what it is a tick of.
 *
 * @param workerId the worker id that the UIDs have
 * @param usedThrough the last tick that may have been used, or -1
 */
record FiledTicks(String namespace, UidLayout layout, long workerId, long usedThrough)
        implements TickFile.Contents<FiledTicks> {
    private static final String TITLE = "UID Generator tick file, version 1";

    /** The sector of a disk, which is written as a whole or not at all. */
    private static final int BLOCK = 512;

    /** Advice for messages: the way to a file in the place of one that was lost. */
    static final String WITH_COMMAND = "with 'uid tick-file create' above all UIDs that were made with this worker id";

    @Override
    public FiledTicks usedThrough(long tick) {
        return new FiledTicks(namespace, layout, workerId, tick);
    }

    /**
     * Checks that the file is of the worker id that a generator wants.
     *
     * @throws LockedFileException if it is of another one, or of UIDs of another kind
     */
    void requireSame(FiledTicks wanted) {
        requireSame("worker id", workerId, wanted.workerId);
        requireSame("namespace", namespace, wanted.namespace);
        requireSame("layout", layout, wanted.layout);
    }

    private static void requireSame(String name, Object there, Object here) {
        if (!there.equals(here)) {
            throw new LockedFileException("it is of " + name + " " + there + ", here is " + here, null);
        }
    }

    @Override
    public long lastTick() {
        return layout.maxTick();
    }

    @Override
    public String text() {
        return SealedLines.write(
                BLOCK,
                TITLE,
                "namespace=" + namespace,
                "layout=" + layout.text(),
                "workerId=" + workerId,
                "usedThrough=" + usedThrough,
                "usedUntil=" + layout.timeOf(usedThrough + 1));
    }

    /**
     * Reads what {@link #text()} has written, to the letter.
     *
     * @throws LockedFileException if it is anything else
     */
    static FiledTicks parse(String text) {
        try {
            return SealedLines.read(TITLE, text, FiledTicks::read, FiledTicks::text);
        } catch (LockedFileException e) {
            throw new LockedFileException(e.why() + ". Remove it, and make it " + WITH_COMMAND, e);
        }
    }

    private static FiledTicks read(SealedLines lines) {
        return new FiledTicks(
                lines.text("namespace"),
                UidLayout.parse(lines.text("layout")),
                lines.number("workerId"),
                lines.number("usedThrough"));
    }
}
