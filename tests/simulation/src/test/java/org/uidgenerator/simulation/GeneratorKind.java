package org.uidgenerator.simulation;

import org.uidgenerator.UidGenerator;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.GeneratorSeams;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.generator.UidGeneratorBuilder;

/** Which generator a process runs. */
enum GeneratorKind {
    CACHED_PER_THREAD {
        @Override
        UidGenerator start(SimulatedProcess process, Plan plan, int paddingFactor) {
            return cached(process, plan, paddingFactor, Ordering.PER_THREAD);
        }
    },
    CACHED_STRICT {
        @Override
        UidGenerator start(SimulatedProcess process, Plan plan, int paddingFactor) {
            return cached(process, plan, paddingFactor, Ordering.STRICT);
        }
    },
    DEFAULT {
        @Override
        UidGenerator start(SimulatedProcess process, Plan plan, int paddingFactor) {
            return configured(process, plan, DefaultUidGenerator.builder(process::assign))
                    .maxWait(plan.maxWait())
                    .build();
        }
    };

    abstract UidGenerator start(SimulatedProcess process, Plan plan, int paddingFactor);

    private static UidGenerator cached(SimulatedProcess process, Plan plan, int paddingFactor, Ordering ordering) {
        CachedUidGenerator.Builder builder = CachedUidGenerator.builder(process::assign)
                .maxWorkerIds(plan.maxWorkerIds())
                .maxStaleness(plan.maxStaleness())
                .ordering(ordering)
                .boostPower(plan.boostPower())
                .paddingFactor(paddingFactor)
                .rejectedTakeBufferHandler(waitFor(plan.maxWait().toNanos(), process));
        return configured(process, plan, GeneratorSeams.withWorkerIds(process::wantedWorkerIds, builder))
                .build();
    }

    private static <B extends UidGeneratorBuilder<B>> B configured(SimulatedProcess process, Plan plan, B builder) {
        return GeneratorSeams.inTime(process, builder)
                .layout(plan.layout())
                .name(process.name())
                .clock(process.host().clock)
                .maxBorrow(plan.maxBorrow())
                .threadFactory(process::newThread);
    }

    private static RejectedTakeBufferHandler waitFor(long maxNanos, SimulatedProcess process) {
        return (ring, waitedNanos) -> {
            if (waitedNanos >= maxNanos) {
                return false;
            }
            process.await(maxNanos - waitedNanos);
            return true;
        };
    }
}
