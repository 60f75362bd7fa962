package org.uidgenerator.persistence.internal;

import java.time.Duration;
import java.util.OptionalLong;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidSource;

/** What threads that must not wait may take: a UID that is ready. */
public final class ReadyUid {
    private ReadyUid() {}

    /** Returns a UID, or empty if only a thread that may wait can take one, or find out why there is none. */
    public static OptionalLong takeFrom(UidSource source) {
        try {
            return source.tryGetUID(Duration.ZERO);
        } catch (UidGenerateException e) {
            return OptionalLong.empty();
        }
    }
}
