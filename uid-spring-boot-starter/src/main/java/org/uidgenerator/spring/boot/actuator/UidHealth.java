package org.uidgenerator.spring.boot.actuator;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStatus;
import org.uidgenerator.spring.metrics.StatusFigure;

/**
 * The judge of the health of generators and counters, for the health indicators of both lines of Boot.
 *
 * @param generators those of them that say how they are, are judged
 * @param counters the generators of counters
 */
record UidHealth(Supplier<Map<String, UidGenerator>> generators, Supplier<Map<String, SegmentIdGenerator>> counters) {
    private static final Set<StatusFigure> SHOWN = EnumSet.of(
            StatusFigure.WORKER_ID,
            StatusFigure.WORKER_IDS,
            StatusFigure.IDENTITY,
            StatusFigure.AVAILABLE,
            StatusFigure.RESERVED_UNTIL,
            StatusFigure.CLOCK_SKEW,
            StatusFigure.CLOCK_SETBACKS,
            StatusFigure.LARGEST_SETBACK,
            StatusFigure.FAILURE,
            StatusFigure.STORE_FAILURE);

    /** The most tags in trouble that are named, because all may be in it, if their store is unavailable. */
    private static final int MOST_NAMED = 10;

    /** Judges those of a context that are made. */
    static UidHealth of(ConfigurableListableBeanFactory beanFactory) {
        InstantiatedBeans beans = new InstantiatedBeans(beanFactory);
        return new UidHealth(() -> beans.of(UidGenerator.class), () -> beans.of(SegmentIdGenerator.class));
    }

    /** From the best to the worst. */
    enum Condition {
        /** No generator says how it is. */
        UNKNOWN,

        UP,

        /** Something failed, but UIDs are available, so look after it before there are none. */
        DEGRADED,

        /** No UID, and the last attempt to make some failed. */
        DOWN;

        static Condition of(UidGeneratorStatus status) {
            return of(status.failure(), status.storeFailure(), status.available());
        }

        static Condition of(SegmentStatus status) {
            return of(status.storeFailure(), null, status.available());
        }

        /**
         * Returns the condition of what is made or fetched ahead.
         *
         * @param failure why nothing came when it was wanted last, or null
         * @param storeFailure why the store did not answer, although something came, or null
         * @param available how much there is
         */
        static Condition of(@Nullable Throwable failure, @Nullable Throwable storeFailure, long available) {
            if (failure == null && storeFailure == null) {
                return UP;
            }
            return failure != null && available == 0 ? DOWN : DEGRADED;
        }

        static Condition worst(Collection<Condition> conditions) {
            return conditions.stream().max(Condition::compareTo).orElse(UNKNOWN);
        }
    }

    /**
     * The health of a generator, or of all.
     *
     * @param worst the condition of the worst one
     * @param details what it says, or each says
     */
    record Verdict(Condition worst, Map<String, Object> details) {}

    Verdict judge() {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        Map<String, Object> details = new LinkedHashMap<>();
        generators.get().forEach((name, generator) -> {
            if (generator instanceof ManagedUidGenerator managed) {
                UidGeneratorStatus status = managed.status();
                conditions.put(name, Condition.of(status));
                details.put(name, described(Condition.of(status), StatusFigure.describe(status, SHOWN)));
            }
            RemoteView.of(generator).ifPresent(remote -> {
                conditions.put(name, remote.worst());
                details.put(name, described(remote.worst(), remote.details()));
            });
        });
        counters.get().forEach((name, generator) -> {
            List<SegmentStatus> tags = generator.status();
            Condition worst = Condition.worst(tags.stream().map(Condition::of).toList());
            conditions.put(
                    name, worst == Condition.UNKNOWN ? Condition.UP : worst); // no caller has asked for a number yet
            details.put(name, describe(tags, conditions.get(name)));
        });
        return new Verdict(Condition.worst(conditions.values()), details);
    }

    private static Map<String, Object> describe(List<SegmentStatus> tags, Condition condition) {
        Map<String, Object> details = described(condition, Map.of("tags", tags.size()));
        List<SegmentStatus> failing = tags.stream()
                .filter(tag -> tag.storeFailure() != null)
                .sorted(Comparator.<SegmentStatus, Condition>comparing(Condition::of)
                        .reversed())
                .toList();
        if (!failing.isEmpty()) {
            details.put("failing", failing.size());
        }
        failing.stream().limit(MOST_NAMED).forEach(tag -> details.put("tag " + tag.tag(), describe(tag)));
        return details;
    }

    private static Map<String, Object> describe(SegmentStatus tag) {
        Map<String, Object> details = described(Condition.of(tag), Map.of("available", tag.available()));
        details.put("storeFailure", String.valueOf(tag.storeFailure()));
        return details;
    }

    private static Map<String, Object> described(Condition condition, Map<String, Object> more) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", condition.name());
        details.putAll(more);
        return details;
    }
}
