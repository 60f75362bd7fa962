package org.uidgenerator.server.web;

import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStatus;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Refusal;
import org.uidgenerator.server.edge.Problems;

/**
 * Finds the counters that clients name. Requests wait for the store for {@code uid.segments.max-wait} at most, and so
 * few for one counter, and for all together, that those whose rows are locked leave the others their threads. Safe for
 * use by any thread.
 */
@Component
public final class Counters {
    private static final Pattern TAG = Pattern.compile("[!-~]{1,128}");

    /**
     * Most of the server's threads, which are 200. Those for one counter may be as many as are free, so there are
     * always some free: half of these if one counter is locked, a ninth if eight are.
     */
    private static final int MOST_WAITING = 160;

    private final SegmentIdGenerator generator;
    private final ConcurrentMap<String, Integer> requests = new ConcurrentHashMap<>();
    private final AtomicInteger all = new AtomicInteger();

    Counters(SegmentIdGenerator generator) {
        this.generator = generator;
    }

    /**
     * Takes numbers of a counter.
     *
     * @param tag its tag
     * @param client who wants them
     * @param take takes them
     * @param <T> what they are taken as
     * @return what was taken
     * @throws Refusal if the client has no right to it, there is none, the store does not answer in time, or too many
     *     wait for that already
     * @throws UidGenerateException if there is no number of it for another reason, such as its end
     */
    public <T> T numbers(String tag, Client client, Function<SegmentTag, T> take) {
        requireTag(tag, client);
        return amongFew(tag, () -> take.apply(generator.tag(tag)));
    }

    /** Returns what the counters do that this server has handed out numbers of, and that the client may use. */
    JsonObject used(Client client) {
        return new JsonObject()
                .with(
                        "segments",
                        generator.status().stream()
                                .filter(status -> client.mayUse(status.tag()))
                                .map(Counters::view)
                                .toList());
    }

    /**
     * Returns what one of these counters does. The store is not asked, which would take a range for nobody.
     *
     * @throws Refusal if the client has no right to it, or nobody has asked this server for a number of it
     */
    JsonObject used(String tag, Client client) {
        requireTag(tag, client);
        return generator.status().stream()
                .filter(status -> status.tag().equals(tag))
                .findFirst()
                .map(Counters::view)
                .orElseThrow(() -> new Refusal(
                        HttpStatus.NOT_FOUND, "this server has handed out no number of this tag: tag=" + tag));
    }

    private static JsonObject view(SegmentStatus status) {
        return new JsonObject()
                .with("tag", status.tag())
                .text("step", status.step())
                .text("available", status.available())
                .text("highest", status.highest())
                .text("ranges", status.ranges())
                .with("buffered", status.buffered())
                .message("storeFailure", status.storeFailure());
    }

    private static void requireTag(String tag, Client client) {
        if (!TAG.matcher(tag).matches()) {
            throw Refusal.of("tag", "1 to 128 visible ASCII characters", tag);
        }
        client.requireTag(tag);
    }

    /**
     * Takes a range of a counter from the store, for the client to hand out. It is lost if the store answers too late.
     *
     * @param tag its tag
     * @param count how many numbers are wanted
     * @param client who wants them
     * @return as many numbers, or fewer where the counter is exhausted, or as many as the store's own step says
     * @throws Refusal if the client has no right to it, there is none, the store does not answer in time, or too many
     *     wait for that already
     * @throws UidGenerateException if there is no number of it for another reason, such as its end
     */
    UidRange range(String tag, long count, Client client) {
        requireTag(tag, client);
        client.numbers().take(count);
        UidRange range = amongFew(tag, () -> generator.takeRange(tag, count));
        if (range.size() > count) { // as a row of Leaf or TinyId says
            client.numbers().owe(range.size() - count);
        }
        return range;
    }

    private <T> T amongFew(String tag, Supplier<T> question) {
        try {
            int ofOne = requests.merge(tag, 1, Integer::sum);
            int ofAll = all.incrementAndGet();
            if (ofOne > MOST_WAITING - ofAll) {
                throw new Refusal(
                                HttpStatus.SERVICE_UNAVAILABLE,
                                String.format(
                                        Locale.ROOT,
                                        "%d requests wait for this counter and %d for any, ask again: tag=%s",
                                        ofOne - 1,
                                        ofAll - 1,
                                        tag))
                        .retryAfter(1);
            }
            return question.get();
        } catch (NoSuchCounterException e) {
            throw new Refusal(HttpStatus.NOT_FOUND, "there is no counter of this tag: tag=" + tag, e);
        } catch (UidGenerateException e) {
            throw Problems.isOfItsEnd(e)
                    ? e
                    : new Refusal(
                                    HttpStatus.SERVICE_UNAVAILABLE,
                                    "the store of the counters does not answer; the server's log says why. Ask again",
                                    e)
                            .retryAfter(1);
        } finally {
            all.decrementAndGet();
            requests.computeIfPresent(tag, (same, many) -> many == 1 ? null : many - 1);
        }
    }
}
