package org.uidgenerator.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Range;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.shardingsphere.infra.datanode.DataNodeInfo;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.UidLayout;

/** What the sharding algorithms answer to all ranges of layouts that are small enough, and what they refuse. */
class ShardingAlgorithmsTest {
    private static final DataNodeInfo NODE = new DataNodeInfo("orders_", 1, '0');

    private static final Map<String, String> INTERVALS = Map.of(
            "logic-name-prefix", "orders_",
            "sharding-suffix-pattern", "yyyyMM",
            "datetime-interval-unit", "MONTHS",
            "datetime-lower", "2026-01-01 00:00:00",
            "datetime-upper", "2026-12-01 00:00:00");

    private static final Map<String, String> SHARDS =
            Map.of("layout", "41/10+3/9", "logic-name-prefix", "orders_", "mod", "4");

    private static <A extends StandardShardingAlgorithm<Comparable<?>>> A init(
            A algorithm, Map<String, String> properties, String... changes) {
        Map<String, String> changed = new LinkedHashMap<>(properties);
        for (int i = 0; i < changes.length; i += 2) {
            if (changes[i + 1].isEmpty()) {
                changed.remove(changes[i]);
            } else {
                changed.put(changes[i], changes[i + 1]);
            }
        }
        Properties all = new Properties();
        all.putAll(changed);
        algorithm.init(all);
        return algorithm;
    }

    private static Set<String> touched(
            StandardShardingAlgorithm<Comparable<?>> algorithm, Collection<String> names, Range<Comparable<?>> range) {
        return new TreeSet<>(algorithm.doSharding(names, new RangeShardingValue<>("orders", "id", NODE, range)));
    }

    private static String found(
            StandardShardingAlgorithm<Comparable<?>> algorithm, Collection<String> names, Comparable<?> id) {
        return algorithm.doSharding(names, new PreciseShardingValue<>("orders", "id", NODE, id));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // as ShardingSphere makes them, of any types
    private static Range<Comparable<?>> range(Range range) {
        return range;
    }

    /** Compares all ranges with what their UIDs say one by one. */
    private static void touchesWhatItsUidsTouch(
            StandardShardingAlgorithm<Comparable<?>> algorithm,
            UidLayout layout,
            List<String> names,
            LongFunction<String> nameOfUid) {
        long uids = 1L << layout.totalBits();
        for (long first = 0; first < uids; first++) {
            Set<String> expected = new TreeSet<>();
            for (long last = first; last < uids; last++) {
                expected.add(nameOfUid.apply(last));
                expected.retainAll(names);
                assertThat(touched(algorithm, names, range(Range.closed(first, last))))
                        .as("%d to %d of %s", first, last, layout)
                        .isEqualTo(expected.isEmpty() ? Set.of(names.get(0)) : expected);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'3/2+1/2 bits of PT1S from 2026-01-01T00:00:00Z', 4",
        "'3/2+1/2 bits of PT1S from 2026-01-01T00:00:00Z', 3",
        "'3/3+0/2, worker last, bits of PT1S from 2026-01-01T00:00:00Z', 3",
        "'3/2+1/2, worker first, bits of PT1S from 2026-01-01T00:00:00Z', 2"
    })
    void aRangeTouchesTheShardsThatItCanHold(String text, int mod) {
        UidLayout layout = UidLayout.parse(text);
        touchesWhatItsUidsTouch(
                init(new UidShardAlgorithm(), SHARDS, "layout", text, "mod", Integer.toString(mod)),
                layout,
                IntStream.range(0, mod).mapToObj(shard -> "orders_" + shard).toList(),
                uid -> "orders_" + layout.decode(uid).dataCenterId() % mod);
    }

    @Test
    void aRangeTouchesTheIntervalsThatItCanHold() {
        UidLayout layout = UidLayout.parse("5/1/2 bits of PT6H from 2026-01-30T00:00:00Z");
        DateTimeFormatter days =
                DateTimeFormatter.ofPattern("yyyyMMdd", Locale.ROOT).withZone(ZoneOffset.UTC);
        touchesWhatItsUidsTouch(
                init(
                        new UidIntervalAlgorithm(),
                        INTERVALS,
                        "layout",
                        layout.text(),
                        "sharding-suffix-pattern",
                        "yyyyMMdd",
                        "datetime-interval-unit",
                        "DAYS",
                        "datetime-lower",
                        "2026-01-31 00:00:00",
                        "datetime-upper",
                        "2026-02-05 12:00:00"),
                layout,
                IntStream.range(0, 6)
                        .mapToObj(day -> "orders_"
                                + LocalDate.of(2026, 1, 31)
                                        .plusDays(day)
                                        .toString()
                                        .replace("-", ""))
                        .toList(),
                uid -> "orders_" + days.format(layout.decode(uid).time()));
    }

    @Test
    void takesWholeNumbersOfAllTypes() {
        UidIntervalAlgorithm algorithm = init(new UidIntervalAlgorithm(), INTERVALS);
        List<String> names = List.of("orders_202601", "orders_202602");
        long uid = UidLayout.DEFAULT.minUid(Instant.parse("2026-02-03T00:00:00Z"));

        assertThat(List.<Comparable<?>>of(uid, BigInteger.valueOf(uid), BigDecimal.valueOf(uid), Long.toString(uid)))
                .allSatisfy(id -> assertThat(found(algorithm, names, id)).isEqualTo("orders_202602"));
        assertThat(found(algorithm, names, 17)).isEqualTo("orders_202601");
        assertThat(touched(algorithm, names, range(Range.open(BigInteger.TEN.negate(), BigInteger.ONE.shiftLeft(70)))))
                .containsExactly("orders_202601", "orders_202602");
        assertThat(touched(algorithm, names, range(Range.all()))).containsExactly("orders_202601", "orders_202602");
        assertThatThrownBy(() -> found(algorithm, names, "A17"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("orders.id must be a whole number: id=A17");
        assertThatThrownBy(() -> found(algorithm, names, new BigDecimal("1.5")))
                .hasMessage("orders.id must be a whole number: id=1.5");
    }

    /**
     * ShardingSphere asks about the tables of each database by itself; later versions than 5.5.2 refuse other names.
     */
    @Test
    void namesNoTableOfAnotherDatabase() {
        long february = UidLayout.DEFAULT.minUid(Instant.parse("2026-02-03T00:00:00Z"));

        assertThat(found(init(new UidIntervalAlgorithm(), INTERVALS), List.of("orders_202601"), february))
                .isNull();
        assertThat(found(init(new UidShardAlgorithm(), SHARDS), List.of("orders_1"), 0))
                .isNull();
    }

    @Test
    void intervalsOfSeveralHoursFollowTheClockOfTheZone() {
        UidIntervalAlgorithm algorithm = init(
                new UidIntervalAlgorithm(),
                INTERVALS,
                "zone-id",
                "Europe/Berlin",
                "sharding-suffix-pattern",
                "MMdd_HH",
                "datetime-interval-unit",
                "HOURS",
                "datetime-interval-amount",
                "12",
                "datetime-lower",
                "2026-10-25 00:00:00",
                "datetime-upper",
                "2026-10-26 00:00:00");
        List<String> names = List.of("orders_1025_00", "orders_1025_12", "orders_1026_00");

        // The clock is set back by an hour in this night.
        assertThat(LongStream.of(0, 12, 13, 24, 25, 36)
                        .mapToObj(hours -> found(
                                algorithm,
                                names,
                                UidLayout.DEFAULT.minUid(
                                        Instant.parse("2026-10-24T22:00:00Z").plusSeconds(hours * 3600)))))
                .containsExactly(
                        "orders_1025_00",
                        "orders_1025_00",
                        "orders_1025_12",
                        "orders_1025_12",
                        "orders_1026_00",
                        "orders_1026_00");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sharding-suffix-pattern  |                     | sharding-suffix-pattern must be set: sharding-suffix-pattern=null",
                "logic-name-prefix        |                     | logic-name-prefix must be set: logic-name-prefix=null",
                "layout                   | 31/14               | layout must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: layout=31/14",
                "layout                   | 41/10/12, worker first, bits of PT0.001S from 2020-05-02T16:00:00Z | the time must be the first field for generators and ranges of time: layout=41/10/12, worker first, bits of PT0.001S from 2020-05-02T16:00:00Z",
                "zone-id                  | Asia/Peking         | zone-id must be a time zone, as Asia/Shanghai: zone-id=Asia/Peking",
                "sharding-suffix-pattern  | yyyyMMpp            | sharding-suffix-pattern must be a pattern of dates and times, as yyyyMM: sharding-suffix-pattern=yyyyMMpp",
                "sharding-suffix-pattern  | yyyyMMVV            | sharding-suffix-pattern must be a pattern of dates and times, as yyyyMM: sharding-suffix-pattern=yyyyMMVV",
                "sharding-suffix-pattern  | yyyy                | sharding-suffix-pattern must name each interval, but those of 2026-01-01 00:00:00 and 2026-02-01 00:00:00 are both orders_2026: sharding-suffix-pattern=yyyy",
                "datetime-interval-unit   | WEEKS               | datetime-interval-unit must be HOURS, DAYS, MONTHS or YEARS: datetime-interval-unit=WEEKS",
                "datetime-interval-amount | 0                   | datetime-interval-amount must be in [1, 10000]: datetime-interval-amount=0",
                "datetime-interval-amount | two                 | datetime-interval-amount must be in [1, 10000]: datetime-interval-amount=two",
                "datetime-lower           | 2026-01-01          | datetime-lower must be a date and time, as 2026-01-01 00:00:00: datetime-lower=2026-01-01",
                "datetime-upper           | 2026-02-30 00:00:00 | datetime-upper must be a date and time, as 2026-01-01 00:00:00: datetime-upper=2026-02-30 00:00:00",
                "datetime-lower           | 2026-01-15 00:00:00 | datetime-lower must be the start of one of the datetime-interval-unit MONTHS, as 2026-01-01 00:00:00: datetime-lower=2026-01-15 00:00:00",
                "datetime-lower           | 2027-01-01 00:00:00 | datetime-upper must not be before datetime-lower (2027-01-01 00:00:00): datetime-upper=2026-12-01 00:00:00",
                "datetime-upper           | 2926-12-01 00:00:00 | datetime-upper must be at most 10000 intervals after datetime-lower: datetime-upper=2926-12-01 00:00:00",
                "id-name                  | orders              | the sharding algorithm UID_INTERVAL has the properties layout, zone-id, logic-name-prefix, sharding-suffix-pattern, datetime-interval-unit, datetime-interval-amount, datetime-lower, datetime-upper only: id-name=orders"
            })
    void refusesIntervals(String name, String value, String message) {
        assertThatThrownBy(() -> init(new UidIntervalAlgorithm(), INTERVALS, name, value == null ? "" : value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "layout            |          | layout must be set: layout=null",
                "layout            | 31/14/18 | layout must have bits of the data centre, because they hold the shard: layout=31/14/18 bits of PT1S from 2026-01-01T00:00:00Z",
                "logic-name-prefix |          | logic-name-prefix must be set: logic-name-prefix=null",
                "mod               |          | mod must be set: mod=null",
                "mod               | 1025     | mod must be in [1, 1024]: mod=1025",
                "sharding-count    | 4        | the sharding algorithm UID_SHARD has the properties layout, logic-name-prefix, mod only: sharding-count=4"
            })
    void refusesShards(String name, String value, String message) {
        assertThatThrownBy(() -> init(new UidShardAlgorithm(), SHARDS, name, value == null ? "" : value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void refusesWhatIsNoUidOfTheLayout() {
        UidShardAlgorithm algorithm = init(new UidShardAlgorithm(), SHARDS);
        assertThatThrownBy(() -> found(algorithm, List.of("orders_0"), -4))
                .hasMessage("orders.id must be a UID of 41/10+3/9 bits of PT1S from 2026-01-01T00:00:00Z: id=-4");
    }
}
