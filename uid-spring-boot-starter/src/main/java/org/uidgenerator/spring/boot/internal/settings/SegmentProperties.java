package org.uidgenerator.spring.boot.internal.settings;

import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.uidgenerator.segment.UnknownTags;

/**
 * The properties {@code uid.segments.*} of counters, except the {@linkplain SegmentTags tags}. What only one kind of
 * store has is in the properties of its provider. Defaults are those of the builders; what is null was not set.
 *
 * @param store What counters are in: "jdbc", "redis", "zookeeper", "remote" (those of an id service), or what else is
 *     on the class path. Unless set it is the SegmentStore bean if there is one, else the DataSource, else the Redis
 *     client or CuratorFramework with its module.
 * @param unknownTags What happens to a tag that has no counter: it is refused, or gets one that begins at 1.
 * @param minStep How many numbers the first ranges of a tag have, and the least that any range has.
 * @param maxStep How many numbers a range has at most. A crash loses about twice as many of each tag at most.
 * @param stepDuration How long a range is to last, which is how long numbers last while the store is unavailable.
 * @param maxWait How long a call may wait for a number before it gets an exception.
 * @param storeThreads How many threads may wait for the store at the same time, so that a tag that has to wait for it
 *     delays no other.
 * @param expectedIdentity Which store identity the store must hold: its number, as in 482903117264, its name, or both,
 *     as in SEGMENT/482903117264. Unless set it is the one that is found first.
 */
@ConfigurationProperties("uid.segments")
public record SegmentProperties(
        @Nullable String store,
        @DefaultValue("refuse") UnknownTags unknownTags,
        @DefaultValue("1000") long minStep,
        @DefaultValue("1000000") long maxStep,
        @DefaultValue("15m") Duration stepDuration,
        @DefaultValue("5s") Duration maxWait,
        @DefaultValue("16") int storeThreads,
        @Nullable String expectedIdentity) {

    /**
     * The properties of a tag: how its counter is created, and how its numbers are written. What the store has of a
     * counter that exists counts.
     *
     * @param first First number of a counter that does not exist yet. Unless set, it must exist.
     * @param max Last number of such a counter. Unless set, it is the greatest that there can be.
     * @param step How many numbers a range of such a counter has at most, whatever max-step says.
     * @param description What such a counter counts, for people who look into the store.
     * @param pattern How its numbers are written, as T{yyMMdd}{counter:5}. The tag is a BusinessNumbers bean then. With
     *     a time, each period has a counter of its own, so unknown-tags must be create.
     * @param zone Time zone of the pattern, such as Asia/Shanghai. Unless set, it is that of the JVM.
     */
    public record Tag(
            @Nullable Long first,
            @Nullable Long max,
            @Nullable Long step,
            @Nullable String description,
            @Nullable String pattern,
            @Nullable ZoneId zone) {}
}
