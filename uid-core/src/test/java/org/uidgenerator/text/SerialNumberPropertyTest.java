package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidLayout;

/** What holds for any layout, offset and pattern. The seed of each is in the message. */
class SerialNumberPropertyTest {
    private static final int SEEDS = 150;
    private static final String UNITS = "yyyyMMddHHmmssSSS";
    private static final int[] UNIT_ENDS = {4, 6, 8, 10, 12, 14, 17};
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long[] TICKS = {1, 10, 333, 1_000, 7_000, 60_000, 3_600_000, 5_000_001, DAY};
    private static final long YEAR_2000 = Instant.parse("2000-01-01T00:00:00Z").toEpochMilli();
    private static final long YEAR_9990 = Instant.parse("9990-01-01T00:00:00Z").toEpochMilli();

    @Test
    void readsWhatItWrote() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            UidLayout layout = anyLayout(random);
            ZoneOffset offset = anyOffset(random);
            List<String> numbers = new ArrayList<>(List.of("{worker}", "/{sequence}", anyTime(layout, offset, random)));
            Collections.shuffle(numbers, random);
            SerialNumberFormat format =
                    SerialNumberFormat.of(String.join("-", numbers), layout).withOffset(offset);
            int width = format.format(0).length();
            for (long uid : anyUids(layout, offset, random)) {
                String text = format.format(uid);
                assertThat(text).as("seed %d, uid %d", seed, uid).hasSize(width);
                assertThat(format.parse(text)).as("seed %d, %s", seed, text).isEqualTo(uid);
            }
        }
    }

    @Test
    void sortsTheNumbersOfOneWorkerAsItsUids() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            UidLayout layout = anyLayout(random);
            ZoneOffset offset = anyOffset(random);
            SerialNumberFormat format = SerialNumberFormat.of(
                            "{worker}:" + anyTime(layout, offset, random) + ":{sequence}", layout)
                    .withOffset(offset);
            long workerId = random.nextLong(layout.maxWorkerId() + 1);
            long[] uids = anyUids(layout, offset, random).stream()
                    .mapToLong(uid -> layout.encode(
                            layout.tickOf(uid), workerId, layout.decode(uid).sequence()))
                    .sorted()
                    .distinct()
                    .toArray();
            for (int i = 1; i < uids.length; i++) {
                assertThat(format.format(uids[i]))
                        .as("seed %d, uids %d %d", seed, uids[i - 1], uids[i])
                        .isGreaterThan(format.format(uids[i - 1]));
            }
        }
    }

    /** A text with a few digits changed is refused, or it is the number of another UID: none is read in two ways. */
    @Tag("proof")
    @Test
    void readsNothingButWhatItWrites() {
        int read = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            UidLayout layout = anyLayout(random);
            ZoneOffset offset = anyOffset(random);
            SerialNumberFormat format = SerialNumberFormat.of(
                            "N" + anyTime(layout, offset, random) + "{worker}{sequence}", layout)
                    .withOffset(offset);
            for (long uid : anyUids(layout, offset, random)) {
                StringBuilder text = new StringBuilder(format.format(uid));
                for (int i = random.nextInt(3); i >= 0; i--) {
                    text.setCharAt(random.nextInt(text.length()), (char) ('0' + random.nextInt(10)));
                }
                try {
                    assertThat(format.format(format.parse(text)))
                            .as("seed %d", seed)
                            .isEqualTo(text.toString());
                    read++;
                } catch (IllegalArgumentException refused) {
                    assertThat(refused.getMessage())
                            .as("seed %d, %s", seed, text)
                            .contains(" must ");
                }
            }
        }
        assertThat(read).isPositive();
    }

    /** Walks over the ticks and counts for itself, with the JDK's idea of the period. */
    @ParameterizedTest
    @CsvSource({
        "PT24H,      uuuu",
        "PT5H0.001S, uuuuMM",
        "PT6M58.3S,  uuuuMMdd",
        "PT7S,       uuuuMMddHH",
        "PT7S,       uuuuMMddHHmm",
        "PT1H,       uuuuMMddHHmm",
        "PT0.01S,    uuuuMMddHHmmss",
        "PT7S,       uuuuMMddHHmmss",
        "PT0.001S,   uuuuMMddHHmmssSSS",
    })
    void startsTheSequenceAgainWithEachPeriod(Duration tick, String time) {
        DateTimeFormatter periods = DateTimeFormatter.ofPattern(time, Locale.ROOT);
        for (long seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            UidLayout layout = UidLayout.builder()
                    .totalBits(17)
                    .timeBits(11)
                    .workerBits(2)
                    .seqBits(4)
                    .tick(tick)
                    .epoch(Instant.ofEpochMilli(random.nextLong(YEAR_9990 / 4)))
                    .build();
            ZoneOffset offset = anyOffset(random);
            SerialNumberFormat format = SerialNumberFormat.of(
                            "{" + time.replace('u', 'y') + "}/{worker}/{sequence:19}", layout)
                    .withOffset(offset);
            String period = "";
            long ticks = 0;
            for (long t = 0; t < 2_000; t++) {
                String now = periods.format(layout.timeOf(t).atOffset(offset));
                ticks = now.equals(period) ? ticks + 1 : 0;
                period = now;
                assertThat(format.format(layout.encode(t, 3, 11)))
                        .as("seed %d, tick %d", seed, t)
                        .isEqualTo(String.format(Locale.ROOT, "%s/3/%019d", period, ticks * 16 + 11));
            }
        }
    }

    private static UidLayout anyLayout(Random random) {
        long tick = random.nextInt(4) == 0 ? 1 + random.nextLong(DAY) : TICKS[random.nextInt(TICKS.length)];
        long epoch = random.nextBoolean() ? random.nextLong(YEAR_9990 / 2) : YEAR_2000 + random.nextLong(20_000 * DAY);
        epoch -= random.nextBoolean() ? 0 : epoch % DAY;
        int maxTimeBits = 63 - Long.numberOfLeadingZeros((YEAR_9990 - epoch) / tick);
        int timeBits = 1 + random.nextInt(maxTimeBits);
        int workerBits = random.nextInt(Math.min(41, 63 - timeBits));
        int seqBits = 1 + random.nextInt(Math.min(40, 63 - timeBits - workerBits));
        return UidLayout.builder()
                .totalBits(timeBits + workerBits + seqBits)
                .timeBits(timeBits)
                .workerBits(workerBits)
                .seqBits(seqBits)
                .fieldOrder(random.nextBoolean() ? FieldOrder.TIME_WORKER_SEQUENCE : FieldOrder.TIME_SEQUENCE_WORKER)
                .tick(Duration.ofMillis(tick))
                .epoch(Instant.ofEpochMilli(epoch))
                .build();
    }

    /** From the year, in 2 digits where they suffice, down to any unit, in one pair of braces or in one each. */
    private static String anyTime(UidLayout layout, ZoneOffset offset, Random random) {
        boolean apart = random.nextBoolean();
        StringBuilder time = new StringBuilder();
        int from = isWithin2000To2099(layout, ZoneOffset.UTC) && isWithin2000To2099(layout, offset) ? 2 : 0;
        int last = random.nextInt(UNIT_ENDS.length);
        for (int unit = 0; unit <= last; unit++) {
            time.append(UNITS, from, UNIT_ENDS[unit]).append(apart ? "}.{" : "");
            from = UNIT_ENDS[unit];
        }
        return "{" + (apart ? time.substring(0, time.length() - 3) : time) + "}";
    }

    private static boolean isWithin2000To2099(UidLayout layout, ZoneOffset offset) {
        return layout.epoch().atOffset(offset).getYear() >= 2000
                && layout.timeOf(layout.maxTick()).atOffset(offset).getYear() <= 2099;
    }

    private static ZoneOffset anyOffset(Random random) {
        return ZoneOffset.ofTotalSeconds(random.nextInt(2 * 18 * 3_600 + 1) - 18 * 3_600);
    }

    /** Any UIDs, those of the first and the last tick, and those around the starts of their periods of any unit. */
    private static List<Long> anyUids(UidLayout layout, ZoneOffset offset, Random random) {
        List<Long> uids = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            long tick = random.nextLong(layout.maxTick() + 1);
            OffsetDateTime time = layout.timeOf(tick).atOffset(offset);
            OffsetDateTime day = time.truncatedTo(ChronoUnit.DAYS);
            addAround(tick, layout, random, uids);
            addAround(tickAt(time.truncatedTo(ChronoUnit.SECONDS), layout), layout, random, uids);
            addAround(tickAt(time.truncatedTo(ChronoUnit.MINUTES), layout), layout, random, uids);
            addAround(tickAt(time.truncatedTo(ChronoUnit.HOURS), layout), layout, random, uids);
            addAround(tickAt(day, layout), layout, random, uids);
            addAround(tickAt(day.withDayOfMonth(1), layout), layout, random, uids);
            addAround(tickAt(day.withDayOfYear(1), layout), layout, random, uids);
        }
        addAround(0, layout, random, uids);
        addAround(layout.maxTick(), layout, random, uids);
        return uids;
    }

    private static long tickAt(OffsetDateTime time, UidLayout layout) {
        return layout.tickAt(time.toInstant().toEpochMilli());
    }

    private static void addAround(long tick, UidLayout layout, Random random, List<Long> uids) {
        for (long near = tick - 1; near <= tick + 1; near++) {
            if (near >= 0 && near <= layout.maxTick()) {
                long workerId = random.nextLong(layout.maxWorkerId() + 1);
                uids.add(layout.encode(near, workerId, 0));
                uids.add(layout.encode(near, workerId, layout.maxSequence()));
                uids.add(layout.encode(near, layout.maxWorkerId(), random.nextLong(layout.maxSequence() + 1)));
            }
        }
    }
}
