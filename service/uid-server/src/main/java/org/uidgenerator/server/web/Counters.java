package org.uidgenerator.server.web;

import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStoreException;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.access.Client;

/** Finds the counters that clients name. */
@Component
public final class Counters {
    private static final Pattern TAG = Pattern.compile("[!-~]{1,128}");

    private final SegmentIdGenerator generator;

    Counters(SegmentIdGenerator generator) {
        this.generator = generator;
    }

    /**
     * Returns a counter.
     *
     * @param tag its tag
     * @param client who wants it
     * @return the counter
     * @throws org.springframework.security.access.AccessDeniedException if the client has no right to it
     * @throws UnknownCounterException if there is none
     * @throws UidGenerateException if the store does not answer
     */
    public SegmentTag of(String tag, Client client) {
        if (!TAG.matcher(tag).matches()) {
            throw new BadParameterException("tag", "1 to 128 visible ASCII characters", tag);
        }
        client.requireTag(tag);
        try {
            return generator.tag(tag);
        } catch (UidGenerateException e) {
            throw e.getCause() instanceof SegmentStoreException ? e : new UnknownCounterException(tag, e);
        }
    }
}
