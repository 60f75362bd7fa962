package org.uidgenerator.benchmarks;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.Entrant;

/** The contestant that all threads of a fork use. A fork has one, so that the JIT compiler sees one class behind its calls. */
@State(Scope.Benchmark)
public class SharedContestant {
    @Param
    Entrant contestant = Entrant.ATOMIC_LONG;

    @SuppressWarnings("NullAway.Init") // JMH calls start() first
    Contestant running;

    @Setup(Level.Trial)
    public void start() {
        running = contestant.start();
    }

    @TearDown(Level.Trial)
    public void close() {
        running.close();
    }

    /** What a thread calls, read once: nothing of the shared state is touched while measuring. */
    @State(Scope.Thread)
    public static class OfThread {
        @SuppressWarnings("NullAway.Init") // JMH calls take() first
        private Contestant contestant;

        @Setup(Level.Trial)
        public void take(SharedContestant shared) {
            contestant = shared.running.ofThisThread();
        }

        long next() {
            return contestant.next();
        }
    }
}
