package org.uidgenerator.internal.engine;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.buffer.RingBuffer;
import org.uidgenerator.internal.NanoClock;

/** An engine that hands nothing out. */
public class EngineStub extends Engine<BlockSource> {
    private final Runnable whenWoken;
    private final int waiting;

    /** Makes one that runs something when it is woken, and for which so many calls wait. */
    public EngineStub(Runnable whenWoken, int waiting) {
        super("stub", RejectedTakeBufferHandler.FAIL, NanoClock.SYSTEM);
        this.whenWoken = whenWoken;
        this.waiting = waiting;
    }

    /** Makes one that no call waits for. */
    public EngineStub() {
        this(() -> {}, 0);
    }

    @Override
    public void start(BlockSource source) {
        letCallersIn();
    }

    @Override
    public boolean stop(RunState to, Duration longestWait) {
        stop(to);
        return true;
    }

    @Override
    public long greatestFreshnessOpened() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean isEnding() {
        return false;
    }

    @Override
    public void wake() {
        whenWoken.run();
    }

    @Override
    public int waiting() {
        return waiting;
    }

    @Override
    void visit(Consumer<OpenBlock> action) {}

    @Override
    Stream<OpenBlock> places() {
        return Stream.of();
    }

    @Override
    long issuedInPlaces() {
        return 0;
    }

    @Override
    public @Nullable Throwable failure() {
        return null;
    }

    @Override
    public long next() {
        throw new AssertionError();
    }

    @Override
    public RingBuffer ring() {
        throw new AssertionError();
    }

    @Override
    OpenBlock place() {
        throw new AssertionError();
    }

    @Override
    UidBlock supply(long floor) {
        throw new AssertionError();
    }

    @Override
    long firstUid(OpenBlock place, UidBlock block) {
        throw new AssertionError();
    }

    @Override
    void openRest(OpenBlock place, long firstUid, UidBlock block) {
        throw new AssertionError();
    }

    @Override
    String describeTrouble() {
        throw new AssertionError();
    }
}
