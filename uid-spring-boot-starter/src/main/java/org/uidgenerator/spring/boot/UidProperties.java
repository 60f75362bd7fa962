package org.uidgenerator.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.generator.Overflow;
import org.uidgenerator.generator.SequenceStart;
import org.uidgenerator.jdbc.TableCreation;

/**
 * What the properties {@code uid.*} say about a generator. Defaults are those of the builders; what is null was not set
 * and has none, or one that depends on what else is set.
 *
 * @param type Which generator: one that makes UIDs in advance, or one that makes them on demand.
 * @param layout How the bits of a UID are shared.
 * @param boostPower How many ticks of UIDs the ring holds, as a power of two: 0 to 12. Type "cached" only.
 * @param paddingFactor Percent of the ring below which it is refilled: 1 to 99. Type "cached" only.
 * @param scheduleInterval Period in which the ring is refilled as well, whole seconds. Default is never. Type "cached"
 *     only.
 * @param maxBorrow How far ahead of the clock the time in a UID may be.
 * @param maxStaleness How far behind the clock the time in a UID may be: at least two ticks and 100 ms. Type "cached"
 *     only.
 * @param maxWait How long a call may wait for a UID before it gets an exception.
 * @param ordering In which order UIDs come: "per-thread", or "strict" for all threads at the price of one contended
 *     memory word. Type "cached" only.
 * @param sequenceStart Where to start counting in a tick. Type "unbuffered" only.
 * @param overflow What to do when a tick is used up: "wait" for the next, or "borrow" it. Type "unbuffered" only.
 * @param clock What to do when the clock has been set back. Type "unbuffered" only: the other one keeps counting.
 * @param worker Where worker ids come from.
 */
@ConfigurationProperties("uid")
record UidProperties(
        @DefaultValue("cached") Type type,
        @DefaultValue Layout layout,
        @DefaultValue("3") int boostPower,
        @DefaultValue("50") int paddingFactor,
        @Nullable Duration scheduleInterval,
        @DefaultValue("24h") Duration maxBorrow,
        @DefaultValue("2s") Duration maxStaleness,
        @DefaultValue("5s") Duration maxWait,
        @DefaultValue("per-thread") Ordering ordering,
        @DefaultValue("random") SequenceStart sequenceStart,
        @DefaultValue("wait") Overflow overflow,
        @DefaultValue Clock clock,
        @DefaultValue Worker worker) {

    enum Type {
        /** Buffers blocks of UIDs: the fastest, and bursts borrow from the future. */
        CACHED(CachedUidGenerator.class),

        /** No buffer and no thread: at most the rate of the layout. */
        UNBUFFERED(DefaultUidGenerator.class);

        private final Class<? extends UidGenerator> generator;

        Type(Class<? extends UidGenerator> generator) {
            this.generator = generator;
        }

        Class<? extends UidGenerator> generator() {
            return generator;
        }
    }

    /**
     * The layout. All generators of one id space have the same.
     *
     * @param preset Layout to start from: that of another system. What else is set here changes it.
     * @param text Layout to start from, as a text: "31/16/16", or a whole one such as the column LAYOUT of WORKER_LEASE
     *     has. Instead of a preset.
     * @param totalBits Bits of a UID: 53 for ids that pass through JavaScript.
     * @param timeBits Bits of the ticks since the epoch. The three add up to the total.
     * @param workerBits Bits of the worker id.
     * @param seqBits Bits of the sequence within a tick.
     * @param dataCenterBits Top bits of the worker id that stand for a data centre.
     * @param fieldOrder Order of the fields: the time is first, the worker may be last.
     * @param epoch Instant at which tick 0 starts. Never change it once UIDs are out.
     * @param epochStr The same as a date, which starts at midnight UTC.
     * @param tick Length of a tick, whole milliseconds.
     */
    record Layout(
            @Nullable LayoutPreset preset,
            @Nullable String text,
            @Nullable Integer totalBits,
            @Nullable Integer timeBits,
            @Nullable Integer workerBits,
            @Nullable Integer seqBits,
            @Nullable Integer dataCenterBits,
            @Nullable Order fieldOrder,
            @Nullable Instant epoch,
            @Nullable String epochStr,
            @Nullable Duration tick) {}

    /** The orders of fields that generators accept. */
    enum Order {
        /** The UIDs of one worker and tick are consecutive. */
        TIME_WORKER_SEQUENCE(FieldOrder.TIME_WORKER_SEQUENCE),

        /** The UIDs of all workers take turns within a tick. */
        TIME_SEQUENCE_WORKER(FieldOrder.TIME_SEQUENCE_WORKER);

        private final FieldOrder fields;

        Order(FieldOrder fields) {
            this.fields = fields;
        }

        FieldOrder fields() {
            return fields;
        }
    }

    /**
     * The clock policy.
     *
     * @param policy What to do when the clock has been set back.
     * @param longestWait How far the clock may be behind for callers to wait. Policy "wait-then-refuse" only.
     * @param ticks How many ticks are recent. Policy "left-overs" only.
     * @param extensionBits Top bits of the sequence that count how often the clock was set back. Policy
     *     "extension-bits" only.
     */
    record Clock(
            @DefaultValue("keep-counting") Policy policy,
            @Nullable Duration longestWait,
            @Nullable Integer ticks,
            @Nullable Integer extensionBits) {}

    enum Policy {
        /** Keep counting from the last tick, up to the greatest borrowing. */
        KEEP_COUNTING,
        /** Refuse until the clock has caught up. */
        REFUSE,
        /** Wait for the clock if it is behind by little, else refuse. */
        WAIT_THEN_REFUSE,
        /** Go back with the clock and hand out what was left over in recent ticks. */
        LEFT_OVERS,
        /** Go back with the clock and mark UIDs by the top bits of the sequence. */
        EXTENSION_BITS,
        /** Use no clock: count ticks from 0. The time in UIDs then says nothing. Needs leased worker ids. */
        WITHOUT_CLOCK;

        /** Returns the value of the property. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * The worker ids.
     *
     * @param assigner Where worker ids come from. Unless set it is "fixed" with an id, "env" with a variable, "bean"
     *     where there is a WorkerLeaseStore, else "leased" where there is a DataSource, "redis" where there is a Redis
     *     client, "zookeeper" where there is a CuratorFramework.
     * @param dataCenterId Data centre in front of the worker ids, which are then given in each data centre on its own.
     *     Needs uid.layout.data-center-bits.
     * @param id The worker id. Assigner "fixed" only.
     * @param variable Environment variable that holds the worker id. Assigner "env" only.
     * @param restartGap How far ahead of the clock ticks may be stamped, and how far after its start a process stamps
     *     its first. Assigners "fixed", "env" and "statefulset" only.
     * @param namespace Name of the id space, one for each layout: UIDs of different namespaces may be equal. Assigners
     *     "bean", "leased", "redis" and "zookeeper" only.
     * @param tableName Table of the worker ids, possibly with its schema and a dot before it. Default is WORKER_LEASE
     *     for leased ones, WORKER_NODE for disposable ones. Assigners "leased" and "disposable" only.
     * @param tableCreation On which databases the table is created when it is missing. Assigners "leased" and
     *     "disposable" only.
     * @param workerIds Range of worker ids to give. Assigners "bean", "leased", "redis" and "zookeeper" only.
     * @param reservation How far ahead ticks are reserved, which is how long generators can do without the store.
     *     Assigners "bean", "leased", "redis" and "zookeeper" only.
     * @param closeTimeout How long closing or suspending a generator waits for the store to take the worker id back.
     *     Assigners "bean", "leased", "redis" and "zookeeper" only.
     * @param maxClockSkew How far the clock of this host and that of the store may differ at a launch. Assigners
     *     "bean", "leased", "redis" and "zookeeper" only.
     * @param holder Name of this process. One that is set here gets the worker id that it had before, if that is free.
     *     Default is host and process id, which only shows people which process it is. Assigners "bean", "leased",
     *     "redis" and "zookeeper" only.
     * @param leaseFile File on a local disk that lets this process continue with its worker id when it starts while the
     *     store is away. One for each generator, in a folder that exists. Default is none: a launch needs the store.
     *     Assigners "bean", "leased", "redis" and "zookeeper" only.
     * @param redis Settings that only leases from Redis have. Assigner "redis" only.
     */
    record Worker(
            @Nullable Assigner assigner,
            @Nullable Long dataCenterId,
            @Nullable Long id,
            @Nullable String variable,
            @DefaultValue("15s") Duration restartGap,
            @DefaultValue(DEFAULT_NAMESPACE) String namespace,
            @Nullable String tableName,
            @Nullable TableCreation tableCreation,
            @Nullable WorkerIds workerIds,
            @DefaultValue("10m") Duration reservation,
            @DefaultValue("5s") Duration closeTimeout,
            @DefaultValue("5m") Duration maxClockSkew,
            @Nullable String holder,
            @Nullable Path leaseFile,
            @DefaultValue Redis redis) {

        static final String DEFAULT_NAMESPACE = "default";

        /** Returns the assigner that is said, if one is. */
        Optional<Assigner> said() {
            return Assigner.said(assigner, id, variable);
        }
    }

    /**
     * A range.
     *
     * @param first Lowest worker id to give. Needs the greatest as well.
     * @param last Greatest worker id to give. Needs the lowest as well.
     */
    record WorkerIds(@Nullable Long first, @Nullable Long last) {}

    /**
     * Leases from Redis.
     *
     * @param timeout How long to wait for an answer of Redis, and for a connection where the client is made of
     *     spring.data.redis.
     * @param replicas How many replicas must have a write before it counts.
     * @param acceptDataLoss Whether a Redis that may lose leases is accepted nevertheless. UIDs may then be issued
     *     twice.
     */
    record Redis(
            @DefaultValue("2s") Duration timeout,
            @DefaultValue("0") int replicas,
            @DefaultValue("false") boolean acceptDataLoss) {}
}
