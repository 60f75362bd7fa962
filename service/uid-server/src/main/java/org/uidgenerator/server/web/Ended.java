package org.uidgenerator.server.web;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.ExhaustedCounterException;

/** Whether there is no number because a counter has come to its end, so that asking again is no use. */
final class Ended {
    private Ended() {}

    /** Returns whether that is the reason, which may lie behind what the generator was doing. */
    static boolean isCauseOf(UidGenerateException refusal) {
        for (@Nullable Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            if (cause instanceof ExhaustedCounterException) {
                return true;
            }
        }
        return false;
    }
}
