package org.uidgenerator.opentelemetry;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidSource;

/**
 * Makes trace ids that carry UIDs, so that they sort by time and say when and by which worker a trace was begun.
 *
 * <pre>{@code
 * SdkTracerProvider.builder().setIdGenerator(new UidTraceIds(generator));
 * }</pre>
 *
 * <pre>
 *   32 hexadecimal digits:  0018b2a6c4014d03 9f1c07d2ae55b810
 *                           UID              random
 * </pre>
 *
 * <p>The lower half is random, as samplers expect. Level 2 of the W3C's trace context asks for random bits in the last
 * seven bytes, and an SDK that sets its random flag (since 1.62) is told so. Span ids are the SDK's random ones.
 *
 * <p>A call never waits and never fails because there is no UID. The upper half is then random, too, with the first bit
 * set, which no UID has. The beginning of such a time is logged as a warning, its end as information.
 *
 * <p>Trace ids leave the process in the headers of requests, and the UID in them is readable. A server that gets one
 * knows the time and the worker, and from two of them about how many were made in between. For all threads.
 */
public final class UidTraceIds implements IdGenerator {
    private static final System.Logger LOG = System.getLogger(UidTraceIds.class.getName());
    private static final long NO_UID = Long.MIN_VALUE;
    private static final int DIGITS_OF_A_HALF = 16;
    private static final int HEX = 16;

    private final UidSource uids;
    private final IdGenerator random = IdGenerator.random();
    private final AtomicBoolean isOut = new AtomicBoolean();

    /**
     * Makes a generator of trace ids.
     *
     * @param uids where UIDs come from; it may serve other purposes, too, and is not closed by this
     */
    public UidTraceIds(UidSource uids) {
        this.uids = Objects.requireNonNull(uids, "uids");
    }

    @Override
    public String generateTraceId() {
        return TraceId.fromLongs(uidOrRandom(), nonZeroRandom());
    }

    @Override
    public String generateSpanId() {
        return random.generateSpanId();
    }

    /**
     * Returns that trace ids are random as far as samplers look at them. Asked by SDKs since 1.62.
     *
     * @return true
     */
    public boolean generatesRandomTraceIds() {
        return true;
    }

    private long uidOrRandom() {
        @Nullable UidGenerateException failure = null;
        try {
            OptionalLong uid = uids.tryGetUID(Duration.ZERO);
            if (uid.isPresent()) {
                if (isOut.get() && isOut.compareAndSet(true, false)) {
                    LOG.log(INFO, "trace ids carry UIDs again");
                }
                return uid.getAsLong();
            }
        } catch (UidGenerateException e) {
            failure = e;
        }
        if (!isOut.get() && isOut.compareAndSet(false, true)) {
            LOG.log(WARNING, "trace ids are random until there are UIDs again", failure);
        }
        return ThreadLocalRandom.current().nextLong() | NO_UID;
    }

    /** Zero beside the UID zero would be no trace id. */
    private static long nonZeroRandom() {
        long bits;
        do {
            bits = ThreadLocalRandom.current().nextLong();
        } while (bits == 0);
        return bits;
    }

    /**
     * Returns the UID that a trace id carries. A trace id that another generator has made looks like one with a UID in
     * half of all cases.
     *
     * @param traceId a trace id of this kind
     * @return its UID, or empty if there was none when it was made
     * @throws IllegalArgumentException if it is no trace id
     */
    public static OptionalLong uidOf(CharSequence traceId) {
        Objects.requireNonNull(traceId, "traceId");
        if (!TraceId.isValid(traceId)) {
            throw new IllegalArgumentException(
                    "traceId must have 32 lower-case hexadecimal digits, not all zero: traceId=" + traceId);
        }
        long upper = Long.parseUnsignedLong(traceId, 0, DIGITS_OF_A_HALF, HEX);
        return upper < 0 ? OptionalLong.empty() : OptionalLong.of(upper);
    }

    /** Returns where the UIDs come from. */
    @Override
    public String toString() {
        return "UidTraceIds (" + uids + ")";
    }
}
