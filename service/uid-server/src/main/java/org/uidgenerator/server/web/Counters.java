package org.uidgenerator.server.web;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.server.access.Client;

/**
 * Finds the counters that clients name. The first request for a counter, and each one for a range of it, has to ask the
 * store, which may take as long as the time-outs of its pool: a thread of a few does so, and the request waits for
 * {@code uid.segments.max-wait} at most. The first range of a counter is there for later requests, however late it
 * comes. Safe for use by any thread.
 */
@Component
public final class Counters implements DisposableBean {
    private static final Pattern TAG = Pattern.compile("[!-~]{1,128}");
    private static final int MOST_ASKING = 8;

    /** How many more requests may wait for one of them: few enough to leave most threads of the server to others. */
    private static final int MOST_WAITING = 64;

    private final SegmentIdGenerator generator;
    private final Duration maxWait;
    private final ConcurrentMap<String, SegmentTag> begun = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor asking = new ThreadPoolExecutor(
            MOST_ASKING, MOST_ASKING, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), Counters::thread);

    Counters(SegmentIdGenerator generator, @Value("${uid.segments.max-wait}") Duration maxWait) {
        this.generator = generator;
        this.maxWait = maxWait;
        asking.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "counters");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Returns a counter, for numbers of it.
     *
     * @param tag its tag
     * @param client who wants it
     * @return the counter
     * @throws org.springframework.security.access.AccessDeniedException if the client has no right to it
     * @throws UnknownCounterException if there is none
     * @throws CountersAwayException if the store does not answer in time
     * @throws UidGenerateException if there is no number of it for another reason, such as its end
     */
    public SegmentTag of(String tag, Client client) {
        requireTag(tag, client);
        SegmentTag known = begun.get(tag);
        return known != null ? known : begin(tag);
    }

    /**
     * Returns a counter that this server has handed out numbers of. The store is not asked.
     *
     * @param tag its tag
     * @param client who wants to see it
     * @return the counter, or empty if nobody has asked this server for a number of it
     * @throws org.springframework.security.access.AccessDeniedException if the client has no right to it
     */
    Optional<SegmentTag> used(String tag, Client client) {
        requireTag(tag, client);
        return Optional.ofNullable(begun.get(tag));
    }

    private static void requireTag(String tag, Client client) {
        if (!TAG.matcher(tag).matches()) {
            throw new BadParameterException("tag", "1 to 128 visible ASCII characters", tag);
        }
        client.requireTag(tag);
    }

    private SegmentTag begin(String tag) {
        SegmentTag counter = ask(tag, () -> generator.tag(tag));
        begun.put(tag, counter);
        return counter;
    }

    /**
     * Takes a range of a counter from the store, for the client to hand out. It is lost if the store answers too late.
     *
     * @param tag its tag
     * @param count how many numbers are wanted
     * @param client who wants them
     * @return as many numbers, or fewer where the counter is exhausted, or as many as the store's own step says
     * @throws org.springframework.security.access.AccessDeniedException if the client has no right to it
     * @throws UnknownCounterException if there is none
     * @throws CountersAwayException if the store does not answer in time
     * @throws UidGenerateException if there is no number of it for another reason, such as its end
     */
    UidRange range(String tag, long count, Client client) {
        requireTag(tag, client);
        client.countNumbers(count);
        UidRange range = ask(tag, () -> generator.takeRange(tag, count));
        if (range.size() > count) { // as a row of Leaf or TinyId says
            client.oweNumbers(range.size() - count);
        }
        return range;
    }

    private <T> T ask(String tag, Callable<T> question) {
        try {
            Future<T> answer = asking.submit(question);
            try {
                return answer.get(TimeUnit.NANOSECONDS.convert(maxWait), TimeUnit.NANOSECONDS);
            } finally {
                answer.cancel(false); // what has not begun would be for nobody
            }
        } catch (TimeoutException | RejectedExecutionException e) {
            throw new CountersAwayException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CountersAwayException(e);
        } catch (ExecutionException e) {
            throw whyNot(tag, e);
        }
    }

    private static RuntimeException whyNot(String tag, ExecutionException unanswered) {
        Throwable failure = unanswered.getCause();
        if (failure instanceof NoSuchCounterException) {
            return new UnknownCounterException(tag, failure);
        }
        return failure instanceof UidGenerateException refusal && Ended.isCauseOf(refusal)
                ? refusal
                : new CountersAwayException(unanswered);
    }

    @Override
    public void destroy() {
        asking.shutdownNow();
    }
}
