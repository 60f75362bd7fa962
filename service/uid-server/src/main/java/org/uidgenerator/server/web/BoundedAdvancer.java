package org.uidgenerator.server.web;

import java.time.Instant;
import java.util.Locale;
import org.springframework.stereotype.Component;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Lead;
import org.uidgenerator.server.access.RateExceededException;

/**
 * Takes the generator past UIDs that callers have seen elsewhere, and refuses those that are far ahead of the clock.
 * The library allows {@code maxBorrow}, which is for its owner to use up; strangers who did would leave no UIDs to
 * anyone until the clock has caught up.
 */
@Component
final class BoundedAdvancer {
    private final UidGenerator generator;
    private final Lead lead;
    private final ClientUids uids;

    BoundedAdvancer(UidGenerator generator, Lead lead, ClientUids uids) {
        this.generator = generator;
        this.lead = lead;
        this.uids = uids;
    }

    /**
     * Makes all UIDs that the calling thread gets from now on greater than one.
     *
     * @param client who has seen it
     * @throws BadParameterException if it is no UID of the layout
     * @throws TooFarAheadException if its time lies too far ahead of this server's clock
     * @throws RateExceededException if the client has taken too many UIDs to see whether the generator is there already
     * @throws UidGenerateException if the store does not reserve that time
     */
    void advancePast(long uid, Client client) {
        Instant time = timeOf(uid);
        if (lead.advance(time, () -> move(uid))) {
            return;
        }
        if (uids.next(client) <= uid) { // nobody moves a generator that is there already; the UID is lost
            throw new TooFarAheadException(String.format(
                    Locale.ROOT,
                    "after must not be more than %d minutes ahead of this server's clock, together with what is being"
                            + " handed out: after=%d, time=%s, latest=%s",
                    Lead.GREATEST.toMinutes(),
                    uid,
                    time,
                    lead.latest()));
        }
    }

    private void move(long uid) {
        try {
            generator.advancePast(uid);
        } catch (UidGenerateException e) {
            throw e.getCause() == null
                    ? new TooFarAheadException(e)
                    : e; // its lease does not allow it, or the store is away
        }
    }

    private Instant timeOf(long uid) {
        try {
            return generator.decode(uid).time();
        } catch (IllegalArgumentException e) {
            throw new BadParameterException(
                    "after", "a UID of " + generator.layout().totalBits() + " bits", e);
        }
    }
}
