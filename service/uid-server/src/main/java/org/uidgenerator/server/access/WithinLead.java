package org.uidgenerator.server.access;

import java.time.Duration;

/**
 * A share of what the layout sustains. What a client has saved up is there only as long as the server is not
 * {@link Lead#GREATEST} ahead. From then on each client has its steady share and no more, so that the lead does not
 * grow, and whoever has driven the server ahead takes nothing from the others.
 */
final class WithinLead implements UidRate {
    /** How long a steady share is kept. The lead grows by no more, even if all of them are used up at once. */
    static final Duration STEADY = Duration.ofSeconds(4);

    private final Rate saved;
    private final Rate steady;
    private final Lead lead;

    WithinLead(Rate saved, Rate steady, Lead lead) {
        this.saved = saved;
        this.steady = steady;
        this.lead = lead;
    }

    @Override
    public long burst() {
        return saved.burst();
    }

    @Override
    public long atOnce(long wanted) {
        long many = saved.atOnce(wanted);
        return lead.hasRoomFor(many) ? many : steady.atOnce(many);
    }

    @Override
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
