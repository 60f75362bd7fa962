package org.uidgenerator.etcd;

import java.time.Instant;
import java.util.regex.Pattern;

/**
 * A counter of new worker ids. The number that was dealt last is the value of the key, plus its version. So a write
 * that leaves the value as it is deals the next number, and of generators that do so at the same time each gets another
 * one. Only the first number, and one that has to go up by more, is a conditional write of another value.
 */
record DealtKey(Gateway gateway, String key) {
    /** One that comes too late for the first value, one that raises it, and some to spare. */
    private static final int MOST_ATTEMPTS = 6;

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

    /** A number, and when it was dealt by the clock of the server. */
    record Dealt(long number, Instant now) {}

    /** Deals a number: at least the lowest, and just that one if others are faster again and again. */
    Dealt deal(long lowest) {
        for (int attempt = 1; ; attempt++) {
            Transaction.Outcome dealt =
                    gateway.run(new Transaction().ifPresent(key).putAgain(key));
            if (dealt.done()) {
                Entry before = dealt.read().get(0).get(0);
                long version = before.version() + 1;
                if (NUMBER.matcher(before.value()).matches() && Long.parseLong(before.value()) + version >= lowest) {
                    return new Dealt(Long.parseLong(before.value()) + version, dealt.now());
                }
                dealt = gateway.run(new Transaction()
                        .ifUnchanged(key, dealt.revision())
                        .put(key, Long.toString(lowest - version - 1)));
            } else {
                dealt = gateway.run(new Transaction().ifAbsent(key).put(key, Long.toString(lowest - 1)));
            }
            if (dealt.done() || attempt == MOST_ATTEMPTS) {
                return new Dealt(lowest, dealt.now());
            }
        }
    }
}
