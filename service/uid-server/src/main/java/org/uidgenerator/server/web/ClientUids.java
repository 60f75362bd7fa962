package org.uidgenerator.server.web;

import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidRange;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Lead;
import org.uidgenerator.server.access.RateExceededException;

/**
 * Hands out UIDs to clients, as many as their rates allow. From before they are taken they count for how far ahead the
 * generator is, and those that are not handed out no longer count. Safe for use by any thread.
 */
@Component
public final class ClientUids {
    private final UidGenerator generator;

    ClientUids(UidGenerator generator) {
        this.generator = generator;
    }

    /**
     * Hands out one.
     *
     * @param client whose it is
     * @return the UID
     * @throws RateExceededException if the client has taken too many
     * @throws UidGenerateException if the generator has none
     */
    public long next(Client client) {
        try (Lead.Promise promise = client.promiseUids(1)) {
            long uid = generator.getUID();
            handOut(promise, 1, uid);
            return uid;
        }
    }

    /** Hands out as many as are wanted, in ranges, as {@link #next} does. */
    List<UidRange> claim(int wanted, Client client) {
        try (Lead.Promise promise = client.promiseUids(wanted)) {
            List<UidRange> claimed = new ArrayList<>();
            for (long left = wanted; left > 0; ) {
                UidRange range = generator.claim((int) left);
                handOut(promise, range.size(), range.last());
                claimed.add(range);
                left -= range.size();
            }
            return claimed;
        }
    }

    private void handOut(Lead.Promise promise, long count, long last) {
        promise.handOut(count, generator.decode(last).time());
    }
}
