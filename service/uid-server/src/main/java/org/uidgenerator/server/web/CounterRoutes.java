package org.uidgenerator.server.web;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
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
 * The routes that hand out numbers of the counters that clients name, and ranges for others to hand out. Ranges come
 * from the store, so that each is above all before it, whichever servers gave them. Their tag is a parameter, because a
 * path cannot have each character of tags.
 *
 * <p>Requests wait for the store for {@code uid.segments.max-wait} at most, and so few for one counter, and for all
 * together, that those whose rows are locked leave the others their threads.
 */
@Component
final class CounterRoutes implements Route.Group {
    private static final Pattern TAG = Pattern.compile("[!-~]{1,128}");

    /**
     * Most of the server's threads, which are 200. Those for one counter may be as many as are free, so there are
     * always some free: half of these if one counter is locked, a ninth if eight are.
     */
    private static final int MOST_WAITING = 160;

    private final SegmentIdGenerator generator;
    private final ConcurrentMap<String, Integer> requests = new ConcurrentHashMap<>();
    private final AtomicInteger all = new AtomicInteger();

    CounterRoutes(SegmentIdGenerator generator) {
        this.generator = generator;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.json("/api/segments", null, request -> used(request.client())),
                Route.json("/api/segments/{tag}", null, request -> used(request.variable(), request.client())),
                Route.ids("/api/segments/{tag}/ids", null, this::ids),
                Route.ids("/api/segment-range", null, this::range));
    }

    private void ids(IdRequest request) {
        Client client = request.client();
        long most = Math.min(UidRoutes.MOST_IDS, client.numbers().burst());
        long[] ids = new long[request.count(1, most)];
        numbers(request.variable(), client, counter -> {
            client.numbers().take(ids.length);
            counter.getUIDs(ids);
            return ids;
        });
        request.answerIds(ids.length, LongStream.of(ids));
    }

    /** Takes a range from the store. It is lost if the store answers too late. */
    private void range(IdRequest request) {
        Client client = request.client();
        int wanted = request.count(1_000, UidRoutes.MOST_IN_RANGES);
        String tag = request.parameter("tag", "");
        requireTag(tag, client);
        long count = client.numbers().atOnce(wanted);
        client.numbers().take(count);
        UidRange range = amongFew(tag, () -> generator.takeRange(tag, count));
        if (range.size() > count) { // as a row of Leaf or TinyId says
            client.numbers().owe(range.size() - count);
        }
        generator.identity().ifPresent(identity -> request.nameIdentity(identity.toString()));
        request.answerRange(range);
    }

    /** Returns what the counters do that this server has handed out numbers of, and that the client may use. */
    private JsonObject used(Client client) {
        return new JsonObject()
                .with(
                        "segments",
                        generator.status().stream()
                                .filter(status -> client.mayUse(status.tag()))
                                .map(CounterRoutes::view)
                                .toList());
    }

    /** Returns what one of these counters does. The store is not asked, which would take a range in vain. */
    private JsonObject used(String tag, Client client) {
        requireTag(tag, client);
        return generator.status().stream()
                .filter(status -> status.tag().equals(tag))
                .findFirst()
                .map(CounterRoutes::view)
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
     * Takes numbers of a counter.
     *
     * @param take takes them
     * @throws Refusal if the client has no right to it, there is none, the store does not answer in time, or too many
     *     wait for that already
     * @throws UidGenerateException if there is no number of it for another reason, such as its end
     */
    <T> T numbers(String tag, Client client, Function<SegmentTag, T> take) {
        requireTag(tag, client);
        return amongFew(tag, () -> take.apply(generator.tag(tag)));
    }

    private <T> T amongFew(String tag, Supplier<T> question) {
        try {
            int ofOne = requests.merge(tag, 1, Integer::sum);
            int ofAll = all.incrementAndGet();
            if (ofOne > MOST_WAITING - ofAll) {
                throw Refusal.unavailable(
                        String.format(
                                Locale.ROOT,
                                "%d requests wait for this counter and %d for any, ask again: tag=%s",
                                ofOne - 1,
                                ofAll - 1,
                                tag),
                        null);
            }
            return question.get();
        } catch (NoSuchCounterException e) {
            throw new Refusal(HttpStatus.NOT_FOUND, "there is no counter of this tag: tag=" + tag, e);
        } catch (UidGenerateException e) {
            throw Problems.isOfItsEnd(e)
                    ? e
                    : Refusal.unavailable(
                            "the store of the counters does not answer; the server's log says why. Ask again", e);
        } finally {
            all.decrementAndGet();
            requests.computeIfPresent(tag, (same, many) -> many == 1 ? null : many - 1);
        }
    }
}
