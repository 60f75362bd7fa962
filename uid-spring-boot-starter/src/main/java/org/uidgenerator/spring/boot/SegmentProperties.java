package org.uidgenerator.spring.boot;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.UnknownTags;

/**
 * What the properties {@code uid.segments.*} say about counters, except the {@linkplain SegmentTags tags}. Defaults are
 * those of the builders; what is null was not set and has none, or one that depends on what else is set.
 *
 * @param store Where counters are. Unless set it is "jdbc" where there are a DataSource and the module uid-segment-db,
 *     else "redis" where there are a Redis client and the module uid-redis.
 * @param tableKind Whose table it is. Store "jdbc" only.
 * @param tableName Table of the counters, possibly with its schema. Default is SEGMENT, or what Leaf or TinyId call it.
 *     Store "jdbc" only.
 * @param tableCreation On which databases the table is created when it is missing. Store "jdbc" only.
 * @param unknownTags What happens to a tag that has no counter: it is refused, or gets one that begins at 1.
 * @param minStep How many numbers the first ranges of a tag have, and the least that any range has.
 * @param maxStep How many numbers a range has at most. A crash loses about twice as many of each tag at most.
 * @param stepDuration How long a range is to last, which is how long numbers last while the store is away.
 * @param maxWait How long a call may wait for a number before it gets an exception.
 * @param storeThreads How many threads may wait for the store at the same time, so that a tag that has to wait for it
 *     delays no other.
 * @param namespace Place of the counters. Store "redis" only.
 * @param redis Settings that only counters in Redis have. Store "redis" only.
 */
@ConfigurationProperties("uid.segments")
record SegmentProperties(
        @Nullable CounterStore store,
        @DefaultValue("standard") TableKind tableKind,
        @Nullable String tableName,
        @DefaultValue("embedded") TableCreation tableCreation,
        @DefaultValue("refuse") UnknownTags unknownTags,
        @DefaultValue("1000") long minStep,
        @DefaultValue("1000000") long maxStep,
        @DefaultValue("15m") Duration stepDuration,
        @DefaultValue("5s") Duration maxWait,
        @DefaultValue("8") int storeThreads,
        @DefaultValue("default") String namespace,
        @DefaultValue Redis redis) {

    enum TableKind {
        /** The table SEGMENT that the scripts in sql/ create. */
        STANDARD,

        /** The table leaf_alloc of Leaf, whose servers may use it at the same time. */
        LEAF,

        /** The table tiny_id_info of TinyId, whose servers may use it at the same time. */
        TINY_ID
    }

    /**
     * Counters in Redis.
     *
     * @param timeout How long to wait for an answer of Redis, and for a connection where the client is made of
     *     spring.data.redis.
     * @param replicas How many replicas must have a range before it counts.
     * @param acceptDataLoss Whether a Redis that may lose counters is accepted nevertheless. Numbers may then be issued
     *     twice.
     */
    record Redis(
            @DefaultValue("2s") Duration timeout,
            @DefaultValue("0") int replicas,
            @DefaultValue("false") boolean acceptDataLoss) {}

    /**
     * What is set for a tag.
     *
     * @param first First number of a counter that does not exist yet. Unless set, it must exist.
     */
    record Tag(@Nullable Long first) {}
}
