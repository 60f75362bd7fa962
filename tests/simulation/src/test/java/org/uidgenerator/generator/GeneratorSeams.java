package org.uidgenerator.generator;

import java.util.concurrent.locks.Condition;
import java.util.function.IntSupplier;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.internal.NanoClock;
import org.uidgenerator.simulation.Passage;

/** Opens what the generators show to their own tests. */
public final class GeneratorSeams {
    private GeneratorSeams() {}

    public static <B extends UidGeneratorBuilder<B>> B inTime(Passage passage, B builder) {
        return builder.nanoClock(nanoClock(passage));
    }

    public static NanoClock nanoClock(Passage passage) {
        return new NanoClock() {
            @Override
            public long nanoTime() {
                return passage.nanoTime();
            }

            @Override
            public void park(long nanos) {
                passage.await(nanos);
            }

            @Override
            public void await(Condition condition, long nanos) {
                passage.await(nanos);
            }
        };
    }

    /** Makes a generator hold as many worker ids as it is told each time that it looks. */
    public static CachedUidGenerator.Builder withWorkerIds(IntSupplier wanted, CachedUidGenerator.Builder builder) {
        return builder.workerIdPolicy(reading -> wanted.getAsInt());
    }

    /** Why the ring is not filled or the next tick not reserved, or null if nothing is known to be wrong. */
    public static Throwable failure(UidGenerator generator) {
        return generator instanceof CachedUidGenerator cached
                ? cached.buffer.failure()
                : ((DefaultUidGenerator) generator).blocks.failure();
    }
}
