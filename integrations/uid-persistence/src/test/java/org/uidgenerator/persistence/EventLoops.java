package org.uidgenerator.persistence;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.uidgenerator.internal.engine.Engine;
import org.uidgenerator.internal.engine.UnbufferedBlocks;
import org.uidgenerator.segment.SegmentTag;
import reactor.blockhound.BlockHound;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.ReactorBlockHoundIntegration;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Threads that must not wait: BlockHound makes what parks, sleeps or reads from a socket on them fail. */
public final class EventLoops {
    private EventLoops() {}

    /**
     * Installs BlockHound in this JVM, for good, and with less than {@code BlockHoundLocks} allows: only the methods
     * that hold a lock while they move numbers in memory.
     */
    public static void watch() {
        BlockHound.Builder builder = BlockHound.builder();
        new ReactorBlockHoundIntegration().applyTo(builder);
        builder.allowBlockingCallsInside(Engine.class.getName(), "open")
                .allowBlockingCallsInside(Engine.class.getName(), "join")
                .allowBlockingCallsInside(UnbufferedBlocks.class.getName(), "open")
                .allowBlockingCallsInside(SegmentTag.class.getName(), "takeIfQuiet")
                .install();
    }

    /** Returns an event loop of one thread. */
    public static Scheduler one() {
        return Schedulers.newSingle("event-loop");
    }

    /** Subscribes, on one event loop, to what is supplied a number of times, and waits for all of it. */
    public static <T> List<T> onOne(int times, Supplier<? extends Publisher<T>> work) {
        Scheduler loop = one();
        try {
            return Flux.range(0, times)
                    .flatMap(i -> Flux.defer(work).subscribeOn(loop), times)
                    .collectList()
                    .block(Duration.ofMinutes(2));
        } finally {
            loop.dispose();
        }
    }
}
