package org.uidgenerator.test;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;

/**
 * A generator whose UIDs a test can predict: {@linkplain #numbered 1, 2, 3, ...}, or those of a {@linkplain #timed
 * layout and a clock}. It needs no store, starts no thread and never waits.
 *
 * <pre>{@code
 * TestUidGenerator uids = TestUidGenerator.numbered();
 * Orders orders = new Orders(uids);
 * assertThat(orders.place("Ada").id()).isEqualTo(1);
 * uids.runDry();
 * assertThatThrownBy(() -> orders.place("Grace")).isInstanceOf(UidGenerateException.class);
 * }</pre>
 *
 * <p><b>For tests only:</b> two of them, or one that was {@linkplain #reset reset}, hand out the same UIDs. For all
 * threads; the UIDs of one generator strictly increase.
 */
public final class TestUidGenerator implements UidGenerator {
    private static final long NONE = -1;

    private final UidLayout layout;
    private final Numbering numbering;
    private long last = NONE;
    private boolean dry;
    private boolean closed;

    private TestUidGenerator(UidLayout layout, Numbering numbering) {
        this.layout = layout;
        this.numbering = numbering;
    }

    /**
     * Makes a generator of the UIDs 1, 2, 3, ..., which are those of the first tick of {@link UidLayout#DEFAULT}.
     *
     * @return the generator
     */
    public static TestUidGenerator numbered() {
        return numberedFrom(1);
    }

    /**
     * Makes a generator of consecutive UIDs.
     *
     * @param first the first of them, zero or more
     * @return the generator; its layout is {@link UidLayout#DEFAULT}
     * @throws IllegalArgumentException if {@code first} is negative
     */
    public static TestUidGenerator numberedFrom(long first) {
        if (first < 0) {
            throw new IllegalArgumentException("first must not be negative: first=" + first);
        }
        return new TestUidGenerator(UidLayout.DEFAULT, new Numbering.Plain(first));
    }

    /**
     * Makes a generator of the UIDs that a worker would have at the times that a clock shows: sequences 0, 1, 2, ... of
     * each tick. A tick that is used up is followed by the next one, and a clock that is set back by the ticks after
     * the last one.
     *
     * @param layout the layout
     * @param workerId the worker id in each UID
     * @param clock the clock, such as a {@link SettableClock}
     * @return the generator
     * @throws IllegalArgumentException if the worker id does not fit the layout, or the clock shows a time that the
     *     layout does not have, or the layout has the worker before the time
     */
    public static TestUidGenerator timed(UidLayout layout, long workerId, InstantSource clock) {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(clock, "clock");
        layout.requireTimeFirst().encode(clock.instant(), workerId, 0); // refuses what does not fit
        return new TestUidGenerator(layout, new Numbering.Timed(layout, workerId, clock));
    }

    /**
     * Lets the next calls find no UID, as if no store answered: {@link #getUID} and {@link #claim} throw,
     * {@link #tryGetUID} returns nothing, at once.
     */
    public synchronized void runDry() {
        dry = true;
    }

    /** Ends what {@link #runDry} began; the UIDs continue where they were. */
    public synchronized void recover() {
        dry = false;
    }

    /**
     * Makes the generator as new. The first UIDs come again, also if it had been closed. For a generator that several
     * tests share, such as a bean of a context that Spring keeps.
     */
    public synchronized void reset() {
        last = NONE;
        dry = false;
        closed = false;
    }

    @Override
    public synchronized void advancePast(long uid) {
        requireOpen();
        layout.decode(uid); // refuses what is none
        last = Math.max(last, numbering.through(uid));
    }

    @Override
    public long getUID() {
        return claim(1).first();
    }

    @Override
    public synchronized OptionalLong tryGetUID(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative: timeout=" + timeout);
        }
        return dry && !closed ? OptionalLong.empty() : OptionalLong.of(getUID());
    }

    @Override
    public synchronized UidRange claim(int atMost) {
        if (atMost < 1) {
            throw new IllegalArgumentException("atMost must be at least 1: atMost=" + atMost);
        }
        requireOpen();
        if (dry) {
            throw new UidGenerateException("TestUidGenerator has no UID: the test let it run dry");
        }
        long lowest = numbering.lowest();
        if (last == numbering.greatest() || lowest > numbering.greatest()) {
            throw new UidGenerateException(
                    String.format(Locale.ROOT, "TestUidGenerator has no more UIDs of the layout %s", layout));
        }
        long first = Math.max(last + 1, lowest);
        last = first + Math.min(atMost - 1, layout.maxSequence() - (first & layout.maxSequence()));
        return new UidRange(numbering.uid(first), numbering.uid(last), layout.sequenceIncrement());
    }

    @Override
    public UidLayout layout() {
        return layout;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new UidGenerateException("TestUidGenerator is closed");
        }
    }

    /** Returns the layout. */
    @Override
    public String toString() {
        return "TestUidGenerator (" + layout + ")";
    }
}
