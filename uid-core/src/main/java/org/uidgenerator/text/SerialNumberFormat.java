package org.uidgenerator.text;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidLayout;

/**
 * Writes UIDs as serial numbers that show date, worker and sequence, for invoices and receipts.
 *
 * <pre>{@code
 * UidLayout layout = UidLayout.of(35, 9, 19);
 * SerialNumberFormat receipts = SerialNumberFormat.of("P{yyyyMMdd} {HHmmss} {worker:3} {sequence:6}", layout);
 * receipts.format(uid);                             // "P20261121 103015 007 000123"
 * receipts.parse("P20261121 103015 007 000123");    // the same uid
 * }</pre>
 *
 * <p>A serial number is another form of a UID, one to one. It is unique wherever the UID is, under the same leases, and
 * nothing has to be stored for it. A pattern is text with these names in braces:
 *
 * <ul>
 *   <li>{@code yyyy}, {@code MM}, {@code dd}, {@code HH}, {@code mm}, {@code ss}, {@code SSS}: the time, from the year
 *       down to any unit, none left out, in one pair of braces or in several. The least unit is the <em>period</em>.
 *       {@code yy} instead of {@code yyyy} is the year in two digits; the layout must be within 2000 to 2099 then.
 *   <li>{@code worker}: the worker id. It may be left out if the layout has no worker bits.
 *   <li>{@code shard}: the data centre of the worker id, which is the shard of {@link org.uidgenerator.ShardedUids}.
 *       {@code worker} is the rest of the worker id then, and may be left out if there is none.
 *   <li>{@code sequence}: the number within period and worker. It starts again with each period:
 *       {@code {yyyyMMdd}{worker}{sequence}} daily, {@code {yyyyMM}{worker}{sequence}} monthly.
 * </ul>
 *
 * <p>The sequence is {@code (tick - first tick of the period) * 2^seqBits + sequence of the UID}, so it shows how many
 * UIDs the worker could have made in the period before this one, not how many it made. It grows and has gaps. With
 * periods of one tick, such as {@code ss} and ticks of a second, it is the sequence of the UID.
 *
 * <p>{@code {worker:3}}, {@code {shard:4}} and {@code {sequence:6}} are padded with zeros to that width; without a
 * width they are as wide as the layout needs. A width that some number would exceed is refused. Three digits for the
 * worker fit up to 9 worker bits; six for the sequence fit up to 19 sequence bits with periods of one tick, while daily
 * numbers with ticks of a second need room for 86,400 times as many, which is 10 digits with 16 sequence bits.
 *
 * <p>All numbers of a format have one width. Those of one worker sort as their UIDs do if the pattern has the sequence
 * after the time. The time is that of the UID's tick, see {@link DecodedUid#time}, at a fixed offset from UTC, which is
 * UTC itself unless {@linkplain #withOffset another} is set. It is an offset and no time zone, because two UIDs would
 * share a number in the local hour that autumn repeats. Numbers that are counted, and show no UID, are of
 * {@link CounterFormat}.
 */
public final class SerialNumberFormat {
    private static final String WORKER = "worker";
    private static final String SEQUENCE = "sequence";
    private static final String SHARD = "shard";

    private final SerialNumberPattern pattern;
    private final PeriodUnit period;
    private final boolean sharded;
    private final UidLayout layout;
    private final ZoneOffset offset;

    private SerialNumberFormat(
            SerialNumberPattern pattern, PeriodUnit period, boolean sharded, UidLayout layout, ZoneOffset offset) {
        this.pattern = pattern;
        this.period = period;
        this.sharded = sharded;
        this.layout = layout;
        this.offset = Objects.requireNonNull(offset, "offset");
        pattern.requireYears(
                LocalDateTime.ofInstant(layout.epoch(), offset),
                LocalDateTime.ofInstant(layout.timeOf(layout.maxTick()), offset),
                "layout",
                String.format(Locale.ROOT, "layout=%s, expiresAt=%s", layout, layout.expiresAt()));
    }

    /**
     * Makes a format whose times are UTC.
     *
     * @param pattern text with the names above in braces
     * @param layout the layout of the UIDs
     * @return the format
     * @throws IllegalArgumentException if {@code pattern} has a wrong name or brace, lacks a name or has it twice, has
     *     a shard for which {@code layout} has no bits, or a width that the numbers of {@code layout} do not fit, or if
     *     {@code layout} goes beyond the years 0 to 9999, or 2000 to 2099 with {@code yy}
     */
    public static SerialNumberFormat of(String pattern, UidLayout layout) {
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(layout, "layout");
        SerialNumberPattern read = SerialNumberPattern.of(pattern, List.of(WORKER, SEQUENCE, SHARD));
        PeriodUnit period = read.period();
        if (period == null) {
            throw read.refused("pattern must have a time", "no {yyyy}");
        }
        boolean sharded = read.times(SHARD) > 0;
        if (sharded && layout.dataCenterBits() == 0) {
            throw read.refused(
                    "layout must have dataCenterBits, because {shard} shows them",
                    String.format(Locale.ROOT, "{shard}, layout=%s", layout));
        }
        int workerBits = layout.workerBits() - (sharded ? layout.dataCenterBits() : 0);
        read.requireOnce(SHARD, true);
        read.requireOnce(WORKER, workerBits == 0);
        read.requireOnce(SEQUENCE, false);
        SerialNumberPattern sized = read.sized(digits -> width(
                read,
                digits,
                switch (digits.name()) {
                    case WORKER -> (1L << workerBits) - 1;
                    case SHARD -> (1L << layout.dataCenterBits()) - 1;
                    default -> maxSequence(layout, period);
                }));
        return new SerialNumberFormat(sized, period, sharded, layout, ZoneOffset.UTC);
    }

    private static long maxSequence(UidLayout layout, PeriodUnit period) {
        long tickMillis = layout.tick().toMillis();
        long ticks = (period.longest.toMillis() + tickMillis - 1) / tickMillis;
        return (Math.min(ticks - 1, layout.maxTick()) << layout.seqBits()) + layout.maxSequence();
    }

    private static int width(SerialNumberPattern pattern, PatternElement.Digits digits, long max) {
        int needed = Long.toString(max).length();
        return digits.width() == PatternElement.Digits.NO_WIDTH
                ? needed
                : pattern.requireWidth(digits, needed, ", as it goes up to " + max);
    }

    /**
     * Makes the same format with another offset. Numbers of one pattern with different offsets are not unique together.
     *
     * @param offset how far the times are ahead of UTC
     * @return the format
     * @throws IllegalArgumentException if that moves the layout's end or epoch beyond the years 0 to 9999, or 2000 to
     *     2099 with {@code yy}
     */
    public SerialNumberFormat withOffset(ZoneOffset offset) {
        return new SerialNumberFormat(pattern, period, sharded, layout, offset);
    }

    /**
     * Writes a UID.
     *
     * @param uid a UID of the layout
     * @return its serial number
     * @throws IllegalArgumentException if {@code uid} is no UID of the layout
     */
    public String format(long uid) {
        DecodedUid decoded = layout.decode(uid);
        LocalDateTime start = period.startOf(LocalDateTime.ofInstant(decoded.time(), offset));
        long ticks = layout.tickOf(uid) - firstTick(start);
        long sequence = (ticks << layout.seqBits()) + decoded.sequence();
        long worker = sharded ? decoded.machineId() : decoded.workerId();
        return pattern.write(new SerialNumberPattern.Contents(
                start, Map.of(SEQUENCE, sequence, WORKER, worker, SHARD, decoded.dataCenterId())));
    }

    /**
     * Reads a UID.
     *
     * @param text what {@link #format} wrote
     * @return the UID
     * @throws IllegalArgumentException if this format writes no UID in that way, because its width or a character
     *     differs from the pattern, the time does not exist or is not of the layout, or the worker id or the sequence
     *     is too great
     */
    public long parse(CharSequence text) {
        SerialNumberPattern.Contents number = pattern.read(text);
        long sequence = number.get(SEQUENCE);
        long first = firstTick(number.period());
        long ticks = firstTick(period.next(number.period())) - first;
        if (ticks == 0) {
            throw Refusal.of(
                    "text must name a period in which ticks of the layout start: text=\"%s\", layout=%s, expiresAt=%s",
                    text, layout, layout.expiresAt());
        }
        long maxSequence = ((ticks - 1) << layout.seqBits()) + layout.maxSequence();
        if (sequence > maxSequence) {
            throw Refusal.of(
                    "sequence must be in [0, %d] in this period: text=\"%s\" has sequence=%d",
                    maxSequence, text, sequence);
        }
        long worker = number.get(WORKER);
        return layout.encode(
                first + (sequence >> layout.seqBits()),
                sharded ? layout.workerId(number.get(SHARD), worker) : worker,
                sequence & layout.maxSequence());
    }

    /**
     * Returns the first tick of the layout that starts at a time or later, or the last tick plus one if there is none.
     */
    private long firstTick(LocalDateTime time) {
        long lastBefore = layout.tickAt(time.toInstant(offset).toEpochMilli() - 1);
        return Math.max(0, Math.min(lastBefore, layout.maxTick()) + 1);
    }
}
