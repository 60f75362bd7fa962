package org.uidgenerator.server.access;

/** A rate that somebody has set, who knows what the layout sustains: the client has it however far ahead that is. */
final class WhateverLead implements UidRate {
    private final Rate rate;
    private final Lead lead;

    WhateverLead(Rate rate, Lead lead) {
        this.rate = rate;
        this.lead = lead;
    }

    @Override
    public long burst() {
        return rate.burst();
    }

    @Override
    public long atOnce(long wanted) {
        return rate.atOnce(wanted);
    }

    @Override
    public Lead.Promise take(long count) {
        rate.take(count);
        return lead.promiseAhead(count);
    }
}
