package org.uidgenerator.worker;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;

/**
 * A static worker id that a generator has taken. No other generator of the JVM takes it until it is given back, even if
 * its class loader is another one. A generator that never gives it back keeps it until the JVM ends.
 */
final class TakenWorkerId {
    /*
     * Two applications in one servlet container have two copies of this class. What they share is text in the system
     * properties, which change atomically:
     *
     *   org.uidgenerator.worker/NAMESPACE/WORKER_ID/LAYOUT = TERM taken NAME        until it is given back
     *                                                    TERM free LAST_TICK    afterwards
     *
     * TERM is one more each time that the worker id is taken. So no two values are equal, and a generator that gives a
     * worker id back which is another's by now finds another value and changes nothing. NAME is the generator's.
     * LAST_TICK is the last tick that was used, or -1.
     *
     * The form is the same in all versions, because the two applications may have two. A program that replaces the
     * system properties by others (System.setProperties) replaces what is known of the worker ids, too.
     */
    private static final String PREFIX = "org.uidgenerator.worker";

    private static final Pattern VALUE =
            Pattern.compile("(?<term>\\d+) (?:taken (?<taker>.*)|free (?<lastTick>-1|\\d+))", Pattern.DOTALL);

    private static final String NEVER_TAKEN = "0 free -1";

    private final String property;
    private final long term;
    private final String value;
    private final long lastTickBefore;

    private TakenWorkerId(String property, long term, String taker, long lastTickBefore) {
        this.property = property;
        this.term = term;
        this.lastTickBefore = lastTickBefore;
        value = term + " taken " + taker;
    }

    /**
     * Takes a worker id.
     *
     * @param namespace the namespace
     * @param request the generator that wants it, and the UIDs that it is for
     * @param workerId a worker id that fits the layout of the request
     * @throws UidGenerateException if another generator has it
     */
    static TakenWorkerId take(String namespace, LeaseRequest request, long workerId) {
        long uidWorkerId = request.uidWorkerId(workerId);
        String property = String.join(
                "/",
                PREFIX,
                namespace,
                Long.toString(uidWorkerId),
                request.uidLayout().text());
        Properties properties = System.getProperties();
        while (true) {
            Object present = properties.putIfAbsent(property, NEVER_TAKEN);
            Matcher before = read(property, present == null ? NEVER_TAKEN : present);
            String taker = before.group("taker");
            if (taker != null) {
                throw new UidGenerateException(OptionText.of(
                        "worker id %d of namespace %s belongs to generator %s of this JVM until that one is closed or suspended: do that first,"
                                + " or give this one another {workerId}, or another {namespace} if UIDs of the two may be equal",
                        uidWorkerId, namespace, taker));
            }
            TakenWorkerId taken = new TakenWorkerId(
                    property,
                    Long.parseLong(before.group("term")) + 1,
                    request.name(),
                    Long.parseLong(before.group("lastTick")));
            if (properties.replace(property, before.group(), taken.value)) {
                return taken;
            }
        }
    }

    private static Matcher read(String property, Object value) {
        Matcher parts = VALUE.matcher(value.toString());
        if (!parts.matches()) {
            throw new UidGenerateException(
                    OptionText.of("the system property \"%s\" must not be changed by others: %s", property, value));
        }
        return parts;
    }

    /** Returns the tick after the last tick that was used before the worker id was taken. */
    long firstUnusedTick() {
        return lastTickBefore + 1;
    }

    /**
     * Gives the worker id back, unless that was done before.
     *
     * @param lastTick the last tick that was used
     */
    void giveBack(long lastTick) {
        System.getProperties().replace(property, value, term + " free " + Math.max(lastTick, lastTickBefore));
    }
}
