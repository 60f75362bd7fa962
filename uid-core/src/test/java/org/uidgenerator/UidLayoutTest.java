package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UidLayoutTest {
    private static final long EARLIEST_EPOCH = -(1L << 62);
    private static final long LATEST_END = (1L << 62) - 1;

    @Test
    void lastsUntil2094ByDefault() {
        UidLayout layout = UidLayout.DEFAULT;

        assertThat(layout).hasToString("31/14/18 bits of PT1S from 2026-01-01T00:00:00Z");
        assertThat(layout.expiresAt()).isEqualTo("2094-01-19T03:14:08Z");
        assertThat(layout.maxWorkerId()).isEqualTo(16_383);
        assertThat(layout.maxSequence()).isEqualTo(262_143);
        assertThat(layout.uidsPerSecond()).isEqualTo(262_144);
    }

    @Test
    void knowsThatTheDefaultOfTheOriginalEndedIn2024() {
        UidLayout layout = UidLayout.builder()
                .timeBits(28)
                .workerBits(22)
                .seqBits(13)
                .epochStr("2016-05-20")
                .build();

        assertThat(layout.expiresAt()).isEqualTo("2024-11-20T21:24:16Z");
    }

    @Test
    void putsTheFieldsWhereThePictureSays() {
        UidLayout layout = UidLayout.of(31, 14, 18);

        assertThat(layout.encode(0, 0, 0)).isZero();
        assertThat(layout.encode(0, 0, 1)).isEqualTo(1);
        assertThat(layout.encode(0, 1, 0)).isEqualTo(1L << 18);
        assertThat(layout.encode(1, 0, 0)).isEqualTo(1L << 32);
        assertThat(layout.encode(layout.maxTick(), layout.maxWorkerId(), layout.maxSequence()))
                .isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"31,14,18", "31,19,13", "1,40,22", "22,1,40", "41,10,12", "52,10,1", "31,4,28", "51,6,6"})
    void decodesWhatItEncoded(int timeBits, int workerBits, int seqBits) {
        UidLayout layout = UidLayout.of(timeBits, workerBits, seqBits);
        Random random = new Random(42);
        long lowest = layout.encode(0, 0, 0);
        long highest = layout.encode(layout.maxTick(), layout.maxWorkerId(), layout.maxSequence());
        assertThat(lowest).isZero();
        assertThat(highest).isEqualTo(Long.MAX_VALUE);
        for (int i = 0; i < 1_000; i++) {
            long tick = random.nextLong(layout.maxTick() + 1);
            long workerId = random.nextLong(layout.maxWorkerId() + 1);
            long sequence = random.nextLong(layout.maxSequence() + 1);

            long uid = layout.encode(tick, workerId, sequence);

            assertThat(layout.decode(uid))
                    .isEqualTo(new DecodedUid(uid, layout.timeOf(tick), workerId, 0, workerId, sequence));
            assertThat(layout.tickOf(uid)).isEqualTo(tick);
        }
    }

    @Test
    void putsTheWorkerLastIfAskedTo() {
        UidLayout layout =
                UidLayout.builder().fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER).build();

        assertThat(layout.encode(0, 1, 0)).isEqualTo(1);
        assertThat(layout.encode(0, 0, 1)).isEqualTo(1L << 14).isEqualTo(layout.sequenceIncrement());
        assertThat(layout.encode(1, 0, 0)).isEqualTo(1L << 32);
        assertThat(layout.decode(layout.encode(5, 7_001, 80_000)))
                .isEqualTo(new DecodedUid(layout.encode(5, 7_001, 80_000), layout.timeOf(5), 7_001, 0, 7_001, 80_000));
        assertThat(layout)
                .isNotEqualTo(UidLayout.DEFAULT)
                .hasToString("31/14/18, worker last, bits of PT1S from 2026-01-01T00:00:00Z");
        assertThat(UidLayout.DEFAULT.sequenceIncrement()).isEqualTo(1);
    }

    @Test
    void dividesTheWorkerIdIntoDataCentreAndMachine() {
        UidLayout layout = UidLayout.builder().dataCenterBits(4).build();

        assertThat(layout.dataCenterBits()).isEqualTo(4);
        assertThat(layout.fieldOrder()).isEqualTo(FieldOrder.TIME_WORKER_SEQUENCE);
        assertThat(layout.workerId(15, 1_023)).isEqualTo(16_383);
        assertThat(layout.workerId(3, 7)).isEqualTo(3 * 1_024 + 7);
        DecodedUid parts = layout.decode(layout.encode(9, layout.workerId(3, 7), 1));
        assertThat(parts.dataCenterId()).isEqualTo(3);
        assertThat(parts.machineId()).isEqualTo(7);
        assertThat(layout.withinDataCenter()).hasToString("31/10/18 bits of PT1S from 2026-01-01T00:00:00Z");
        assertThat(layout)
                .isNotEqualTo(UidLayout.DEFAULT)
                .hasToString("31/4+10/18 bits of PT1S from 2026-01-01T00:00:00Z");
        assertThat(UidLayout.DEFAULT.withinDataCenter()).isEqualTo(UidLayout.DEFAULT);
    }

    @Test
    void refusesDataCentresThatDoNotFit() {
        UidLayout layout = UidLayout.builder().dataCenterBits(4).build();

        assertThatThrownBy(() -> layout.workerId(16, 0))
                .hasMessage("dataCenterId must be in [0, 15] (dataCenterBits=4): dataCenterId=16");
        assertThatThrownBy(() -> layout.workerId(0, 1_024))
                .hasMessage("machineId must be in [0, 1023] (workerBits - dataCenterBits=10): machineId=1024");
        assertThatThrownBy(() -> UidLayout.builder().dataCenterBits(15).build())
                .hasMessage("dataCenterBits must be in [0, 14] (workerBits=14): dataCenterBits=15");
        assertThatThrownBy(() -> UidLayout.builder().dataCenterBits(-1).build())
                .hasMessage("dataCenterBits must be in [0, 14] (workerBits=14): dataCenterBits=-1");
    }

    @Test
    void hasOneWorkerIfThereAreNoBitsForMore() {
        UidLayout layout = UidLayout.of(41, 0, 22);

        assertThat(layout.maxWorkerId()).isZero();
        assertThat(layout.decode(layout.encode(7, 0, 99)).workerId()).isZero();
        assertThatThrownBy(() -> layout.encode(7, 1, 99))
                .hasMessage("workerId must be in [0, 0] (workerBits=0): workerId=1");
    }

    @Test
    void putsTheWorkerFirstIfAskedTo() {
        UidLayout layout = UidLayout.builder()
                .fieldOrder(FieldOrder.WORKER_TIME_SEQUENCE)
                .dataCenterBits(4)
                .build();

        assertThat(layout.encode(0, 1, 0)).isEqualTo(1L << 49);
        assertThat(layout.encode(1, 0, 0)).isEqualTo(1L << 18);
        assertThat(layout.encode(0, 0, 1)).isEqualTo(1).isEqualTo(layout.sequenceIncrement());
        assertThat(layout.encode(layout.maxTick(), layout.maxWorkerId(), layout.maxSequence()))
                .isEqualTo(Long.MAX_VALUE);
        long uid = layout.encode(5, 7_001, 80_000);
        assertThat(layout.tickOf(uid)).isEqualTo(5);
        assertThat(layout.decode(uid)).isEqualTo(new DecodedUid(uid, layout.timeOf(5), 7_001, 6, 857, 80_000));
        assertThat(UidLayout.parse(layout.text())).isEqualTo(layout);
        assertThat(layout).hasToString("31/4+10/18, worker first, bits of PT1S from 2026-01-01T00:00:00Z");
    }

    @Test
    void hasNoRangesOfTimeWithTheWorkerFirst() {
        UidLayout layout = LayoutPreset.SEATA.layout();
        String message =
                "the time must be the first field for generators and ranges of time: layout=41/10/12, worker first,"
                        + " bits of PT0.001S from 2020-05-02T16:00:00Z";

        assertThatThrownBy(() -> layout.minUid(layout.epoch()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> layout.maxUid(layout.epoch()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(layout::requireTimeFirst)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThat(UidLayout.DEFAULT.requireTimeFirst()).isSameAs(UidLayout.DEFAULT);
    }

    /** For all layouts, orders and divisions: fields come back, and a later tick is a greater UID whatever the rest. */
    @Test
    void keepsFieldsAndTheOrderOfTimeInAnyLayout() {
        Random random = new Random(20_261_121);
        for (int i = 0; i < 2_000; i++) {
            UidLayout layout = anyLayout(random);
            long tick = random.nextLong(layout.maxTick());
            long worker = random.nextLong(layout.maxWorkerId() + 1);
            long sequence = random.nextLong(layout.maxSequence() + 1);
            Instant within =
                    layout.timeOf(tick).plusMillis(random.nextLong(layout.tick().toMillis()));

            long uid = layout.encode(within, worker, sequence);

            assertThat(uid)
                    .as("%s", layout)
                    .isEqualTo(layout.encode(tick, worker, sequence))
                    .isNotNegative();
            assertThat(uid >>> layout.totalBits()).isZero();
            assertThat(layout.toBuilder().build()).isEqualTo(layout);
            assertThat(UidLayout.parse(layout.text())).isEqualTo(layout).hasToString(layout.text());
            DecodedUid parts = layout.decode(uid);
            assertThat(parts.time()).isEqualTo(layout.timeOf(tick));
            assertThat(parts.workerId()).isEqualTo(worker);
            assertThat(layout.workerId(parts.dataCenterId(), parts.machineId())).isEqualTo(worker);
            assertThat(parts.sequence()).isEqualTo(sequence);
            assertThat(uid).isBetween(layout.minUid(within), layout.maxUid(within));
            assertThat(layout.maxUid(within) + 1).isEqualTo(layout.minUid(layout.timeOf(tick + 1)));
            if (sequence < layout.maxSequence()) {
                assertThat(layout.encode(tick, worker, sequence + 1)).isEqualTo(uid + layout.sequenceIncrement());
            }
        }
    }

    private static UidLayout anyLayout(Random random) {
        int total = random.nextInt(20, 64);
        int workerBits = random.nextInt(0, Math.min(41, total - 1));
        int most = total - 1 - workerBits;
        int seqBits = random.nextInt(Math.min(40, Math.max(1, most - 45)), Math.min(40, most) + 1);
        return UidLayout.builder()
                .totalBits(total)
                .workerBits(workerBits)
                .seqBits(seqBits)
                .timeBits(total - workerBits - seqBits)
                .dataCenterBits(random.nextInt(workerBits + 1))
                .fieldOrder(random.nextBoolean() ? FieldOrder.TIME_WORKER_SEQUENCE : FieldOrder.TIME_SEQUENCE_WORKER)
                .tick(Duration.ofMillis(random.nextInt(1, 20_000)))
                .epoch(Instant.ofEpochMilli(random.nextLong(2_000_000_000_000L)))
                .build();
    }

    @Test
    void refusesTimesItDoesNotHold() {
        UidLayout layout = UidLayout.DEFAULT;
        String rule = "time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=";

        assertThat(layout.minUid(layout.epoch())).isZero();
        assertThat(layout.maxUid(layout.expiresAt().minusNanos(1))).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> layout.minUid(layout.epoch().minusNanos(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(rule + "2025-12-31T23:59:59.999999999Z");
        assertThatThrownBy(() -> layout.maxUid(layout.expiresAt())).hasMessage(rule + "2094-01-19T03:14:08Z");
        assertThatThrownBy(() -> layout.minUid(Instant.MAX)).hasMessage(rule + Instant.MAX);
        assertThatThrownBy(() -> layout.encode(Instant.MIN, 0, 0)).hasMessage(rule + Instant.MIN);
    }

    @Test
    void findsTheTickOfAnInstant() {
        UidLayout layout = UidLayout.builder()
                .timeBits(40)
                .workerBits(10)
                .seqBits(13)
                .epoch(Instant.parse("2026-01-01T00:00:00.005Z"))
                .tick(Duration.ofMillis(10))
                .build();
        long epochMilli = layout.epoch().toEpochMilli();

        assertThat(layout.tickAt(epochMilli)).isZero();
        assertThat(layout.tickAt(epochMilli + 9)).isZero();
        assertThat(layout.tickAt(epochMilli + 10)).isEqualTo(1);
        assertThat(layout.tickAt(epochMilli - 1)).isEqualTo(-1);
        assertThat(layout.timeOf(1)).isEqualTo("2026-01-01T00:00:00.015Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Asia/Shanghai", "America/Los_Angeles"})
    void readsTheEpochAsADateInUtcWhateverTheZoneOfTheMachine(String zone) {
        TimeZone zoneOfTheMachine = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            assertThat(UidLayout.builder().epochStr("2026-11-21").build().epoch())
                    .isEqualTo("2026-11-21T00:00:00Z");
        } finally {
            TimeZone.setDefault(zoneOfTheMachine);
        }
    }

    @Test
    void takesTheShortestAndTheLongestTick() {
        assertThat(UidLayout.builder().tick(Duration.ofMillis(1)).build().tick())
                .isEqualTo(Duration.ofMillis(1));
        assertThat(UidLayout.builder().tick(Duration.ofDays(1)).build().tick()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void hasUidsFrom0On() {
        UidLayout layout = UidLayout.of(30, 20, 13);

        assertThat(layout.decode(0)).isEqualTo(new DecodedUid(0, layout.epoch(), 0, 0, 0, 0));
        assertThat(layout.timeBits()).isEqualTo(30);
        assertThat(layout.workerBits()).isEqualTo(20);
        assertThat(layout.seqBits()).isEqualTo(13);
    }

    @Test
    void equalsALayoutOfTheSameBitsEpochAndTick() {
        assertThat(UidLayout.of(31, 14, 18)).isEqualTo(UidLayout.DEFAULT).hasSameHashCodeAs(UidLayout.DEFAULT);
        assertThat(UidLayout.of(30, 15, 18)).isNotEqualTo(UidLayout.DEFAULT);
        assertThat(UidLayout.of(31, 15, 17)).isNotEqualTo(UidLayout.DEFAULT);
        assertThat(UidLayout.builder().epochStr("2026-01-02").build()).isNotEqualTo(UidLayout.DEFAULT);
        assertThat(UidLayout.builder().tick(Duration.ofMillis(10)).build()).isNotEqualTo(UidLayout.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0  | 50 | 13 | timeBits must be in [1, 61]: timeBits=0",
                "62 | 1  | 1  | timeBits must be in [1, 61]: timeBits=62",
                "-1 | 50 | 13 | timeBits must be in [1, 61]: timeBits=-1",
                "22 | -1 | 42 | workerBits must be in [0, 40]: workerBits=-1",
                "22 | 63 | 13 | workerBits must be in [0, 40]: workerBits=63",
                "22 | 41 | 0  | workerBits must be in [0, 40]: workerBits=41",
                "22 | 40 | 0  | seqBits must be in [1, 40]: seqBits=0",
                "21 | 1  | 41 | seqBits must be in [1, 40]: seqBits=41",
                "28 | 22 | 14 | timeBits + workerBits + seqBits must be 63: 28 + 22 + 14 = 64",
                "28 | 22 | 12 | timeBits + workerBits + seqBits must be 63: 28 + 22 + 12 = 62",
                "61 | 1  | 1  | epoch + 2^timeBits * tick must be within 2^62 ms of 1970: 1767225600000 + 2^61 * 1000 = 2305843010980919552000",
            })
    void refusesBitsThatDoNotFit(int timeBits, int workerBits, int seqBits, String message) {
        assertThatThrownBy(() -> UidLayout.of(timeBits, workerBits, seqBits))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "-1000000000-01-01T00:00:00Z, -1000000000-01-01T00:00:00Z", // Instant.MIN
        "+1000000000-12-31T23:59:59.999999999Z, +1000000000-12-31T23:59:59.999999999Z", // Instant.MAX
        "-146136543-09-08T08:23:32.095Z, -146136543-09-08T08:23:32.095Z", // -2^62 - 1
        "+146140482-04-24T15:36:27.904Z, +146140482-04-24T15:36:27.904Z" // 2^62
    })
    void refusesEpochsThatAreFarAway(Instant epoch, String shown) {
        assertThatThrownBy(() -> UidLayout.builder().epoch(epoch).build())
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("epoch must be within 2^62 ms of 1970: epoch=" + shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+999999999-12-31", "-999999999-01-01"})
    void refusesEpochDatesThatAreFarAway(String date) {
        assertThatThrownBy(() -> UidLayout.builder().epochStr(date).build())
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage("epoch must be within 2^62 ms of 1970: epoch=" + date + "T00:00:00Z");
    }

    @Test
    void refusesALayoutThatSpansMoreThanALongHolds() {
        UidLayout.Builder layout = UidLayout.builder()
                .timeBits(37)
                .workerBits(0)
                .seqBits(26)
                .tick(Duration.ofDays(1))
                .epoch(Instant.ofEpochMilli(-8_023_180_003_035_920_506L));

        assertThatThrownBy(layout::build)
                .hasMessage("epoch must be within 2^62 ms of 1970: epoch=-254242484-11-22T05:34:39.494Z");
        assertThatThrownBy(
                        () -> layout.epoch(Instant.ofEpochMilli(EARLIEST_EPOCH)).build())
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(
                        "epoch + 2^timeBits * tick must be within 2^62 ms of 1970: -4611686018427387904 + 2^37 * 86400000 = 7263039561553412096");
    }

    @Test
    void refusesALayoutThatEndsAMillisecondTooLate() {
        UidLayout.Builder layout =
                UidLayout.builder().timeBits(1).workerBits(40).seqBits(22).tick(Duration.ofMillis(1));

        assertThatThrownBy(
                        () -> layout.epoch(Instant.ofEpochMilli(LATEST_END - 1)).build())
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(
                        "epoch + 2^timeBits * tick must be within 2^62 ms of 1970: 4611686018427387902 + 2^1 * 1 = 4611686018427387904");
        assertThat(layout.epoch(Instant.ofEpochMilli(LATEST_END - 2)).build().expiresAt())
                .isEqualTo(Instant.ofEpochMilli(LATEST_END));
    }

    @ParameterizedTest
    @CsvSource({"37, 26, 67108863", "61, 2, 3", "43, 20, 1048575"})
    void findsTimesAndTicksOverItsWholeSpanHoweverLong(int timeBits, int seqBits, long tickMillis) {
        UidLayout layout = UidLayout.builder()
                .timeBits(timeBits)
                .workerBits(0)
                .seqBits(seqBits)
                .tick(Duration.ofMillis(tickMillis))
                .epoch(Instant.ofEpochMilli(EARLIEST_EPOCH))
                .build();
        Instant last = layout.expiresAt().minusMillis(1);

        assertThat(layout.tickAt(last.toEpochMilli())).isEqualTo(layout.maxTick());
        assertThat(layout.maxUid(last)).isEqualTo(Long.MAX_VALUE);
        assertThat(layout.minUid(layout.epoch())).isZero();
        for (long tick : new long[] {0, 1, layout.maxTick() / 2, layout.maxTick() / 2 + 1, layout.maxTick()}) {
            assertThat(layout.tickAt(layout.timeOf(tick).toEpochMilli())).isEqualTo(tick);
            assertThat(layout.encode(layout.timeOf(tick), 0, 1)).isEqualTo(layout.encode(tick, 0, 1));
        }
    }

    @Test
    void namesTheArgumentThatIsMissing() {
        UidLayout.Builder layout = UidLayout.builder();
        assertThatNullPointerException().isThrownBy(() -> layout.epochStr(null)).withMessage("epochStr");
        assertThatNullPointerException().isThrownBy(() -> layout.epoch(null)).withMessage("epoch");
        assertThatNullPointerException().isThrownBy(() -> layout.tick(null)).withMessage("tick");
        assertThatNullPointerException()
                .isThrownBy(() -> layout.fieldOrder(null))
                .withMessage("fieldOrder");
        FieldOrder order = FieldOrder.TIME_WORKER_SEQUENCE;
        assertThatNullPointerException()
                .isThrownBy(() -> new UidLayout(31, 19, 13, 0, null, Instant.EPOCH, Duration.ofSeconds(1)))
                .withMessage("fieldOrder");
        assertThatNullPointerException()
                .isThrownBy(() -> new UidLayout(31, 19, 13, 0, order, null, Duration.ofSeconds(1)))
                .withMessage("epoch");
        assertThatNullPointerException()
                .isThrownBy(() -> new UidLayout(31, 19, 13, 0, order, Instant.EPOCH, null))
                .withMessage("tick");
    }

    @Test
    void takesTheEpochAsTextOfADateOrAnInstant() {
        assertThat(UidLayout.builder().epochStr("2016-05-20").build().epoch()).isEqualTo("2016-05-20T00:00:00Z");
        assertThat(UidLayout.builder()
                        .epochStr("2010-11-04T01:42:54.657Z")
                        .build()
                        .epoch())
                .isEqualTo("2010-11-04T01:42:54.657Z");
    }

    @Test
    void refusesTicksAndEpochsThatAreNotWholeMilliseconds() {
        assertThatThrownBy(() -> UidLayout.builder().tick(Duration.ZERO).build())
                .hasMessage("tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT0S");
        assertThatThrownBy(() ->
                        UidLayout.builder().tick(Duration.ofNanos(1_500_000)).build())
                .hasMessage("tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT0.0015S");
        assertThatThrownBy(() -> UidLayout.builder().tick(Duration.ofHours(25)).build())
                .hasMessage("tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT25H");
        assertThatThrownBy(() -> UidLayout.builder()
                        .epoch(Instant.parse("2026-01-01T00:00:00.0001Z"))
                        .build())
                .hasMessage("epoch must be a whole millisecond: epoch=2026-01-01T00:00:00.000100Z");
        assertThatThrownBy(() -> UidLayout.builder().epochStr("2026/01/01"))
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(
                        "epochStr must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ: epochStr=2026/01/01");
        assertThatThrownBy(() -> UidLayout.builder().epochStr("2026-02-30"))
                .hasMessage(
                        "epochStr must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ: epochStr=2026-02-30");
        assertThatThrownBy(() -> UidLayout.builder().epochStr("2026-02-03T04:05:06"))
                .hasMessageStartingWith("epochStr must be a date yyyy-MM-dd, or an instant");
    }

    @Test
    void refusesPartsAndUidsOutOfRange() {
        UidLayout layout = UidLayout.DEFAULT;

        assertThatThrownBy(() -> layout.encode(1L << 31, 0, 0))
                .hasMessage("tick must be in [0, 2147483647] (timeBits=31): tick=2147483648");
        assertThatThrownBy(() -> layout.encode(0, 16_384, 0))
                .hasMessage("workerId must be in [0, 16383] (workerBits=14): workerId=16384");
        assertThatThrownBy(() -> layout.encode(0, 0, -1))
                .hasMessage("sequence must be in [0, 262143] (seqBits=18): sequence=-1");
        assertThatThrownBy(() -> layout.decode(-1)).hasMessage("uid must not be negative: uid=-1");
    }

    @Test
    void makesUidsThatJavaScriptHoldsExactly() {
        UidLayout layout = UidLayout.builder()
                .totalBits(53)
                .timeBits(32)
                .workerBits(8)
                .seqBits(13)
                .build();

        long greatest = layout.encode(layout.maxTick(), layout.maxWorkerId(), layout.maxSequence());

        assertThat(greatest).isEqualTo((1L << 53) - 1).isEqualTo((long) (double) greatest);
        assertThat(layout.decode(greatest).sequence()).isEqualTo(8_191);
        assertThat(layout.expiresAt()).isEqualTo("2162-02-07T06:28:16Z");
        assertThatThrownBy(() -> layout.decode(greatest + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("uid must have at most 53 bits, as 32/8/13 bits of PT1S from 2026-01-01T00:00:00Z: uid="
                        + (1L << 53));
    }

    @Test
    void refusesBitsThatDoNotAddUpToTheTotal() {
        assertThatThrownBy(() -> UidLayout.builder().totalBits(53).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeBits + workerBits + seqBits must be totalBits=53: 31 + 14 + 18 = 63");
        assertThatThrownBy(() -> UidLayout.builder().totalBits(64).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("totalBits must be in [3, 63]: totalBits=64");
        assertThatThrownBy(() -> UidLayout.builder().totalBits(2).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("totalBits must be in [3, 63]: totalBits=2");
    }
}
