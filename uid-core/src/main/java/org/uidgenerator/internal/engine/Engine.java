package org.uidgenerator.internal.engine;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;

/**
 * Hands out the UIDs of a source. May be started, stopped and started again, by one thread at a time; everything else
 * may be called from any thread.
 *
 * @param <S> what it asks for blocks
 */
public interface Engine<S extends BlockSource> {

    /**
     * Lets callers take UIDs.
     *
     * @param source of blocks above all those of the source before
     */
    void start(S source);

    /**
     * Takes all UIDs away from the callers and refuses those that wait. The source is asked for no block after that.
     *
     * @param to suspended or closed
     * @param longestWait how long to wait for what is under way
     * @return whether it has ended in that time, or the caller is part of it
     */
    boolean stop(RunState to, Duration longestWait);

    /**
     * {@return the last stamp that a UID can have which was handed out, as far as that is known after {@link #stop}:
     * that of the first block that nobody has opened; {@link Long#MAX_VALUE} if each block may have been opened}
     */
    long lastStampOpened();

    /** Returns whether something that was stopped is still under way. */
    boolean isEnding();

    /** What the generator does. */
    RunState state();

    /**
     * Signals that the source may have blocks now that it did not have before. Cheap where that has been signalled
     * already.
     */
    void wake();

    /**
     * Returns the next UID.
     *
     * @throws UidGenerateException if there is none in time, or the generator does not run
     */
    long next();

    /**
     * Returns the next UID, or none if a handler gives up.
     *
     * @throws UidGenerateException if there will be none, or the generator does not run
     */
    OptionalLong tryNext(RejectedTakeBufferHandler handler);

    /**
     * Claims consecutive UIDs.
     *
     * @param atMost how many are wanted, at least one
     * @return as many of them as one block has: at least one
     * @throws UidGenerateException as for {@link #next()}
     */
    UidRange claim(int atMost);

    /**
     * Hands out only UIDs above this one to calls that begin after this one has returned, also if it is stopped and
     * started in between. Blocks that are open and not above it are retired.
     */
    void advancePast(long uid);

    /**
     * Returns the greatest UID that was advanced past, or -1: no call that begins from now on gets one that is not
     * above it.
     */
    long passed();

    /** The ring that blocks come from: of capacity 0 if there is none. */
    RingBuffer ring();

    /** How many UIDs have been handed out. */
    long issued();

    /** Returns how many calls wait for a UID. */
    int waiting();

    /** How many UIDs are buffered: in the ring and in open blocks. */
    long available();

    /** The stamp of the stalest open block that has UIDs left, or -1. */
    long oldestStamp();

    /** What was counted so far. */
    EngineMeter meter();

    /** Returns why no block can be made, or null if nothing is known to be wrong. */
    @Nullable
    Throwable failure();
}
