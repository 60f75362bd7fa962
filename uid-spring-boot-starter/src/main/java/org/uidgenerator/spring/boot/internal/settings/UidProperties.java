package org.uidgenerator.spring.boot.internal.settings;

import java.nio.file.Path;
import java.time.Duration;
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

/**
 * The properties {@code uid.*} of a generator. Defaults are those of the builders; what is null was not set and has
 * none, or one that depends on what else is set.
 *
 * @param type Which generator: one that makes UIDs in advance, one that makes them on demand, or one that takes them
 *     from an id service. Unless set it is "remote" with uid.client.servers or uid.client.service-id, else "cached".
 * @param layout How the bits of a UID are shared.
 * @param boostPower How many ticks of UIDs the ring holds, as a power of two: 0 to 12. Type "cached" only.
 * @param paddingFactor Percent of the ring below which it is refilled: 1 to 99. Type "cached" only.
 * @param scheduleInterval Period in which the ring is refilled as well, whole seconds. Default is never. Type "cached"
 *     only.
 * @param maxBorrow How far ahead of the clock the time in a UID may be.
 * @param maxStaleness How far behind the clock the time in a UID may be: at least two ticks and 100 ms. Type "cached"
 *     only.
 * @param maxWorkerIds How many worker ids the generator may hold while its demand needs them: 1 to 1024. Type "cached"
 *     only.
 * @param maxWait How long a call may wait for a UID before it gets an exception.
 * @param ordering In which order UIDs come: "per-thread", or "strict" for all threads at the price of one contended
 *     memory word. Type "cached" only.
 * @param sequenceStart Where to start counting in a tick. Type "unbuffered" only.
 * @param overflow What to do when a tick is used up: "wait" for the next, or "borrow" it. Type "unbuffered" only.
 * @param clock What to do when the clock has been set back. Type "unbuffered" only. The other one keeps counting.
 * @param worker Where worker ids come from.
 */
@ConfigurationProperties("uid")
public record UidProperties(
        @Nullable Type type,

        @OnlyWith(type = {Type.CACHED, Type.UNBUFFERED}) @DefaultValue
        Layout layout,

        @OnlyWith(type = Type.CACHED) @DefaultValue("3") int boostPower,
        @OnlyWith(type = Type.CACHED) @DefaultValue("50") int paddingFactor,
        @OnlyWith(type = Type.CACHED) @Nullable Duration scheduleInterval,

        @OnlyWith(
                type = {Type.CACHED, Type.UNBUFFERED},
                clock = true)
        @DefaultValue("24h")
        Duration maxBorrow,

        @OnlyWith(type = Type.CACHED) @DefaultValue("2s") Duration maxStaleness,
        @OnlyWith(type = Type.CACHED) @DefaultValue("1") int maxWorkerIds,
        @DefaultValue("5s") Duration maxWait,

        @OnlyWith(type = Type.CACHED) @DefaultValue("per-thread")
        Ordering ordering,

        @OnlyWith(type = Type.UNBUFFERED) @DefaultValue("random")
        SequenceStart sequenceStart,

        @OnlyWith(type = Type.UNBUFFERED, clock = true) @DefaultValue("wait")
        Overflow overflow,

        @OnlyWith(type = {Type.CACHED, Type.UNBUFFERED}) @DefaultValue
        Clock clock,

        @OnlyWith(type = {Type.CACHED, Type.UNBUFFERED}) @DefaultValue
        Worker worker) {

    public enum Type {
        /** Buffers blocks of UIDs: the fastest, and bursts borrow from the future. */
        CACHED(CachedUidGenerator.class),

        /** No buffer: at most the rate of the layout. A thread runs while UIDs are taken. */
        UNBUFFERED(DefaultUidGenerator.class),

        /**
         * Fetches ranges of UIDs from an id service, ahead of demand. Needs uid.client.servers or
         * uid.client.service-id, and no worker id.
         */
        REMOTE(UidGenerator.class);

        private final Class<? extends UidGenerator> generator;

        Type(Class<? extends UidGenerator> generator) {
            this.generator = generator;
        }

        /** Returns the class, as far as it is on each class path. */
        public Class<? extends UidGenerator> generator() {
            return generator;
        }
    }

    /**
     * The layout. All generators of one namespace have the same.
     *
     * @param preset Layout to start from: that of another system. What else is set here changes it.
     * @param text Layout to start from, as a text: "31/16/16", or a whole one such as the column LAYOUT of WORKER_LEASE
     *     has. Instead of a preset.
     * @param totalBits Bits of a UID: 53 for ids that pass through JavaScript.
     * @param timeBits Bits of the ticks since the epoch. The three add up to the total.
     * @param workerBits Bits of the worker id.
     * @param seqBits Bits of the sequence within a tick.
     * @param dataCenterBits Top bits of the worker id that stand for a data centre.
     * @param fieldOrder Order of the fields. The time is first, the worker may be last.
     * @param epochStr When tick 0 starts: a date, which starts at midnight UTC, or an instant. Never change it once
     *     UIDs are out.
     * @param tick Length of a tick, whole milliseconds.
     */
    public record Layout(
            @Nullable LayoutPreset preset,
            @Nullable String text,
            @Nullable Integer totalBits,
            @Nullable Integer timeBits,
            @Nullable Integer workerBits,
            @Nullable Integer seqBits,
            @Nullable Integer dataCenterBits,
            @Nullable Order fieldOrder,
            @Nullable String epochStr,
            @Nullable Duration tick) {}

    /** The orders of fields that generators accept. */
    public enum Order {
        /** The UIDs of one worker and tick are consecutive. */
        TIME_WORKER_SEQUENCE(FieldOrder.TIME_WORKER_SEQUENCE),

        /** The UIDs of all workers take turns within a tick. */
        TIME_SEQUENCE_WORKER(FieldOrder.TIME_SEQUENCE_WORKER);

        private final FieldOrder fields;

        Order(FieldOrder fields) {
            this.fields = fields;
        }

        public FieldOrder fields() {
            return fields;
        }
    }

    /**
     * The clock policy.
     *
     * @param policy What to do when the clock has been set back.
     * @param longestWait How far the clock may be behind for callers to wait. Policy "wait-then-refuse" only.
     * @param ticks How many ticks are recent. Policy "unused-sequences" only.
     * @param extensionBits Top bits of the sequence that count how often the clock was set back. Policy
     *     "extension-bits" only.
     */
    public record Clock(
            @DefaultValue("keep-counting") Policy policy,

            @OnlyWith(policy = Policy.WAIT_THEN_REFUSE) @Nullable
            Duration longestWait,

            @OnlyWith(policy = Policy.UNUSED_SEQUENCES) @Nullable
            Integer ticks,

            @OnlyWith(policy = Policy.EXTENSION_BITS) @Nullable
            Integer extensionBits) {}

    public enum Policy {
        /** Keep counting from the last tick, up to the greatest borrowing. */
        KEEP_COUNTING,
        /** Refuse until the clock has caught up. */
        REFUSE,
        /** Wait for the clock if it is behind by little, else refuse. */
        WAIT_THEN_REFUSE,
        /** Go back with the clock and hand out what was left over in recent ticks. */
        UNUSED_SEQUENCES,
        /** Go back with the clock and mark UIDs by the top bits of the sequence. */
        EXTENSION_BITS,
        /** Use no clock. Count ticks from 0. The time in UIDs then says nothing. Needs leased worker ids. */
        WITHOUT_CLOCK;

        /** Returns the value of the property. */
        @Override
        public String toString() {
            return BoundProperty.dashed(this);
        }
    }

    /**
     * The worker ids. What only one kind of store has is in the properties of its provider.
     *
     * @param assigner Where worker ids come from. Unless set it is "fixed" with an id, "env" with a variable, else
     *     "leased".
     * @param dataCenterId Data centre in front of the worker ids, which are then given in each data centre on its own.
     *     Needs uid.layout.data-center-bits.
     * @param id The worker id. Assigner "fixed" only.
     * @param variable Environment variable that holds the worker id. Assigner "env" only.
     * @param restartGap How far ahead of the clock ticks may be used, and how far after its start a process uses its
     *     first, 15 seconds unless set. Not with a file. Assigners "fixed", "env" and "statefulset" only.
     * @param tickFile File on a local disk or a persistent volume that says which ticks of the worker id were used. It
     *     must exist: "uid tick-file create" makes it. Default is none, so each start skips the restart gap. Assigners
     *     "fixed", "env" and "statefulset" only.
     * @param store What worker ids are leased from: "jdbc", "redis", "zookeeper", "dynamodb", "etcd", or what else is
     *     on the class path. Unless set it is the WorkerLeaseStore bean if there is one, else the DataSource, else the
     *     Redis client, CuratorFramework or DynamoDbClient. Assigner "leased" only.
     * @param namespace Namespace, one for each layout, "default" unless set: UIDs of different namespaces may be equal,
     *     and generators of different namespaces may have one worker id. Not for the assigner "disposable".
     * @param expectedIdentity Which store identity is expected: its number, as in 482903117264, its namespace, or both,
     *     as in default/482903117264. A store that holds another one, or none yet, is refused. Assigner "leased" only.
     * @param workerIds Range of worker ids to give. Assigner "leased" only.
     * @param reservation How far ahead ticks are reserved. Generators can do without the store for a quarter of that at
     *     least. Assigner "leased" only.
     * @param closeTimeout How long closing or suspending a generator waits for the store to take the worker id back.
     *     Assigner "leased" only.
     * @param maxClockSkew How far the clock of this host and that of the store may differ at a start. Assigner "leased"
     *     only.
     * @param holder Name of this process. One that is set here gets the worker id that it had before, if that is free.
     *     Default is host and process id, which only shows people which process it is. Assigner "leased" only.
     * @param leaseFile File on a local disk that lets this process continue with its worker id when it starts while the
     *     store is unavailable. One for each generator, in a folder that exists. Default is none, so a start needs the
     *     store. Assigner "leased" only.
     */
    public record Worker(
            @Nullable Assigner assigner,
            @Nullable Long dataCenterId,

            @OnlyWith(assigner = Assigner.FIXED) @Nullable Long id,

            @OnlyWith(assigner = Assigner.ENV) @Nullable String variable,

            @OnlyWith(assigner = {Assigner.FIXED, Assigner.ENV, Assigner.STATEFULSET}) @Nullable
            Duration restartGap,

            @OnlyWith(assigner = {Assigner.FIXED, Assigner.ENV, Assigner.STATEFULSET}) @Nullable
            Path tickFile,

            @OnlyWith(assigner = Assigner.LEASED) @Nullable String store,

            @OnlyWith(assigner = {Assigner.LEASED, Assigner.FIXED, Assigner.ENV, Assigner.STATEFULSET}) @Nullable
            String namespace,

            @OnlyWith(assigner = Assigner.LEASED) @Nullable String expectedIdentity,

            @OnlyWith(assigner = Assigner.LEASED) @Nullable WorkerIds workerIds,

            @OnlyWith(assigner = Assigner.LEASED) @DefaultValue("10m")
            Duration reservation,

            @OnlyWith(assigner = Assigner.LEASED) @DefaultValue("5s")
            Duration closeTimeout,

            @OnlyWith(assigner = Assigner.LEASED) @DefaultValue("5m")
            Duration maxClockSkew,

            @OnlyWith(assigner = Assigner.LEASED) @Nullable String holder,
            @OnlyWith(assigner = Assigner.LEASED) @Nullable Path leaseFile) {

        public static final String DEFAULT_NAMESPACE = "default";

        public String namespaceOrDefault() {
            return namespace == null ? DEFAULT_NAMESPACE : namespace;
        }
    }

    /**
     * A range.
     *
     * @param first Lowest worker id to give. Needs the greatest as well.
     * @param last Greatest worker id to give. Needs the lowest as well.
     */
    public record WorkerIds(@Nullable Long first, @Nullable Long last) {}
}
