package org.uidgenerator;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Layouts of well-known systems, for reading their ids and for making more of the same kind. If a system uses all 64
 * bits, the layout has 63 of them, for the ids that are positive as a {@code long}. These are the same ids.
 *
 * <p>A layout of another system says how to make ids of its kind, not which ones it has made. If you continue its ids,
 * you must choose worker ids that the old generators no longer use and never will again. Nothing here does that for
 * you.
 */
public enum LayoutPreset {
    /** The layout of this library unless another is chosen: {@link UidLayout#DEFAULT}. */
    UID_GENERATOR(UidLayout.DEFAULT),

    /**
     * 53 bits, which JavaScript and everything else that holds numbers as doubles keeps exactly: {@code 32/8/13} bits
     * of seconds.
     */
    JAVASCRIPT(UidLayout.builder().totalBits(53).timeBits(32).workerBits(8).seqBits(13)),

    /**
     * Twitter's snowflake of 2010: milliseconds, data centre, worker, sequence. Source: {@code IdWorker.scala} in the
     * tag {@code snowflake-2010} of github.com/twitter-archive/snowflake.
     */
    TWITTER(snowflake(1_288_834_974_657L).dataCenterBits(5)),

    /**
     * Discord: as Twitter's, from the first second of 2015. What is the data centre here is called worker there, and
     * the machine is called process. Published with 42 bits of time, of which the first is our sign: until 2084.
     * Source: "Snowflakes" in Discord's developer documentation.
     */
    DISCORD(snowflake(1_420_070_400_000L).dataCenterBits(5)),

    /**
     * Instagram: milliseconds, shard, sequence. Published with 41 bits of time, of which the first is our sign: until
     * 2046. Source: "Sharding and IDs at Instagram", Instagram Engineering, 2011.
     */
    INSTAGRAM(millis(1_314_220_021_721L).timeBits(40).workerBits(13).seqBits(10)),

    /**
     * Leaf in its snowflake mode: Twitter's epoch, worker ids not divided. Source: github.com/Meituan-Dianping/Leaf.
     */
    LEAF(snowflake(1_288_834_974_657L)),

    /**
     * CosId in milliseconds with its defaults, epoch 2019-12-25 in UTC+8. Source: {@code CosId} and
     * {@code MillisecondSnowflakeId} of github.com/Ahoo-Wang/CosId.
     */
    COSID(snowflake(1_577_203_200_000L)),

    /**
     * Hutool's {@code Snowflake} and the {@code Sequence} of MyBatis-Plus with their defaults: the same bits and the
     * same epoch as Twitter's. Source: github.com/dromara/hutool, github.com/baomidou/mybatis-plus.
     */
    HUTOOL(snowflake(1_288_834_974_657L).dataCenterBits(5)),

    /**
     * Seata, whose ids have the worker first: for reading, not for generators, as
     * {@link FieldOrder#WORKER_TIME_SEQUENCE} says. A process reads the clock once, at the start, and counts through
     * sequence and time from then on, so the time in an id is never later than the moment at which it was made. Source:
     * {@code IdWorker} of github.com/apache/incubator-seata.
     */
    SEATA(snowflake(1_588_435_200_000L).fieldOrder(FieldOrder.WORKER_TIME_SEQUENCE)),

    /**
     * TSIDs of tsid-creator and of Hypersistence with their defaults: 1,024 nodes. Published with 42 bits of time, of
     * which the first is our sign: until 2089. Source: github.com/f4b6a3/tsid-creator,
     * github.com/vladmihalcea/hypersistence-tsid.
     */
    TSID(snowflake(1_577_836_800_000L)),

    /**
     * Yitter's drifting snowflake with its defaults: 6 bits of worker and of sequence, so that ids are short for years.
     * The time has all bits that are left. Source: {@code IdGeneratorOptions} of github.com/yitter/IdGenerator.
     */
    YITTER(millis(1_582_136_402_000L).timeBits(51).workerBits(6).seqBits(6)),

    /**
     * Mastodon: milliseconds since 1970, and 16 bits of a counter with a hashed start. For a single generator, because
     * there are no worker ids. Published with 48 bits of time, of which the first is our sign. Source:
     * {@code lib/mastodon/snowflake.rb} of github.com/mastodon/mastodon.
     */
    MASTODON(millis(0).timeBits(47).workerBits(0).seqBits(16)),

    /**
     * Sonyflake: 10 milliseconds, and the sequence before the machine, unless the service has set another start time.
     * Source: github.com/sony/sonyflake.
     */
    SONYFLAKE(sonyflake("2014-09-01")),

    /**
     * The second version of Sonyflake with its defaults: as the first one, from the first moment of 2025. Source:
     * {@code v2/sonyflake.go} of github.com/sony/sonyflake.
     */
    SONYFLAKE_2(sonyflake("2025-01-01")),

    /**
     * Simpleflake: milliseconds and random bits, read as the sequence. For a single generator, because there are no
     * worker ids. Published with 41 bits of time, of which the first is our sign: until 2034. Source:
     * github.com/SawdustSoftware/simpleflake.
     */
    SIMPLEFLAKE(millis(946_702_800_000L).timeBits(40).workerBits(0).seqBits(23)),

    /**
     * Baidu's UidGenerator with its defaults, in the time zone of its home, UTC+8, because the epoch of the original
     * depends on the zone of its machine. Ended on 2024-11-20. Source: github.com/baidu/uid-generator.
     */
    BAIDU(baidu("2016-05-19T16:00:00Z").timeBits(28).workerBits(22).seqBits(13)),

    /** Baidu's UidGenerator as its documentation configures it, in UTC+8. Source: github.com/baidu/uid-generator. */
    BAIDU_EXAMPLE(baidu("2016-09-19T16:00:00Z").timeBits(29).workerBits(21).seqBits(13));

    /** How far ahead of the clock ids may be, as generators borrow from the future. */
    private static final Duration GREATEST_LEAD = Duration.ofDays(1);

    @SuppressWarnings(
            "ImmutableEnumChecker") // a layout is immutable; the annotation that says so is not among our dependencies
    private final UidLayout layout;

    LayoutPreset(UidLayout layout) {
        this.layout = layout;
    }

    LayoutPreset(UidLayout.Builder layout) {
        this(layout.build());
    }

    private static UidLayout.Builder snowflake(long epochMilli) {
        return millis(epochMilli).timeBits(41).workerBits(10).seqBits(12);
    }

    private static UidLayout.Builder millis(long epochMilli) {
        return UidLayout.builder().epoch(Instant.ofEpochMilli(epochMilli)).tick(Duration.ofMillis(1));
    }

    private static UidLayout.Builder sonyflake(String epoch) {
        return UidLayout.builder()
                .epochStr(epoch)
                .tick(Duration.ofMillis(10))
                .timeBits(39)
                .workerBits(16)
                .seqBits(8)
                .fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER);
    }

    private static UidLayout.Builder baidu(String epoch) {
        return UidLayout.builder().epoch(Instant.parse(epoch));
    }

    /** {@return the layout, the same at each call} */
    public UidLayout layout() {
        return layout;
    }

    /**
     * {@return the name as command lines, properties and JSON write it: that of the constant in lower case, with
     * hyphens, as {@code baidu-example}}
     */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Reads a layout that people write: the {@link #text()} of a preset, or what {@link UidLayout#parse} reads.
     *
     * @param name {@code twitter}, {@code 31/14/18}, or the whole text of a layout
     * @return the layout
     * @throws IllegalArgumentException if there is no such preset, the text has another form, or a value in it is out
     *     of range
     */
    public static UidLayout layoutOf(CharSequence name) {
        Objects.requireNonNull(name, "name");
        boolean preset = name.length() > 0 && Character.isLetter(name.charAt(0));
        return preset ? named(name.toString()).layout : UidLayout.parse(name);
    }

    private static LayoutPreset named(String name) {
        return Stream.of(values())
                .filter(preset -> preset.text().equals(name))
                .findAny()
                .orElseThrow(() -> new OptionException(
                        "layout",
                        name,
                        OptionText.of(
                                "must be bits, as 31/14/18, or one of %s",
                                Stream.of(values()).map(LayoutPreset::text).collect(Collectors.joining(", ")))));
    }

    /**
     * Guesses which system made a UID: returns the presets under which it does not lie in the future. Most ids fit
     * several; the years in which they would have been made usually show which is meant.
     *
     * @param uid a UID
     * @param now the current time; ids of up to a day later still fit
     * @return how each of these presets reads the UID, the latest time first
     * @throws IllegalArgumentException if {@code uid} is negative
     */
    public static List<Reading> fitting(long uid, Instant now) {
        Objects.requireNonNull(now, "now");
        if (uid < 0) {
            throw new IllegalArgumentException("uid must not be negative: uid=" + uid);
        }
        Instant latest = now.plus(GREATEST_LEAD);
        return Stream.of(values())
                .filter(preset -> uid >>> preset.layout.totalBits() == 0)
                .map(preset -> new Reading(preset, preset.layout.decode(uid)))
                .filter(reading -> !reading.decoded().time().isAfter(latest))
                .sorted(Comparator.comparing(
                                (Reading reading) -> reading.decoded().time())
                        .reversed())
                .toList();
    }

    /**
     * The reading of a UID by a system that may have made it.
     *
     * @param preset the system
     * @param decoded the UID's parts in its layout
     */
    public record Reading(LayoutPreset preset, DecodedUid decoded) {
        /**
         * Makes a reading.
         *
         * @param preset the system
         * @param decoded the UID's parts in its layout
         */
        public Reading {
            Objects.requireNonNull(preset, "preset");
            Objects.requireNonNull(decoded, "decoded");
        }
    }
}
