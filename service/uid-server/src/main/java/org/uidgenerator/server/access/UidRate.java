package org.uidgenerator.server.access;

import java.time.Duration;

/**
 * The UIDs that a client may take over time, all of which count for the {@link Lead}. What a client has saved up is
 * there only as long as the server is not {@link Lead#GREATEST} ahead. From then on each client has its steady share
 * and no more, so that the lead does not grow, and a client that has driven the server ahead takes nothing from the
 * others. Safe for use by any thread.
 */
public final class UidRate {
    /**
     * The time for which a steady share is kept. The lead grows by no more, even if all of them are used up at once.
     */
    static final Duration STEADY = Duration.ofSeconds(4);

    private final Rate saved;
    private final Rate steady;
    private final Lead lead;

    /**
     * Makes a rate.
     *
     * @param steady the share that stays when the server is ahead; {@link Rate#UNLIMITED} if the operator has set the
     *     rate, who knows what the layout sustains
     */
    UidRate(Rate saved, Rate steady, Lead lead) {
        this.saved = saved;
        this.steady = steady;
        this.lead = lead;
    }

    /** {@return the greatest number that can be taken at once, or {@link Long#MAX_VALUE}} */
    public long burst() {
        return saved.burst();
    }

    /**
     * {@return how many of those that are wanted can be taken at once, as {@link Rate#atOnce} does}
     *
     * @param wanted how many are wanted, also more than {@link #burst()}
     */
    public long atOnce(long wanted) {
        long many = saved.atOnce(wanted);
        return lead.hasRoomFor(many) ? many : steady.atOnce(many);
    }

    /**
     * Takes some.
     *
     * @param count how many, at most {@link #burst()}
     * @return the promise of these, to be closed
     * @throws Refusal if there are not so many now
     */
    public Lead.Promise take(long count) {
        Lead.Promise promise = lead.promise(count).orElse(null);
        if (promise == null) {
            steady.take(count);
            saved.take(count);
            return lead.promiseAhead(count);
        }
        try {
            saved.take(count);
        } catch (Refusal e) {
            promise.close();
            throw e;
        }
        return promise;
    }
}
