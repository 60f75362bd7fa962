package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidRange;
import org.uidgenerator.contract.VirtualClock;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;

class BusinessNumbersTest {
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final Instant MIDNIGHT_IN_SHANGHAI = Instant.parse("2026-11-20T16:00:00Z");

    private final Map<String, Long> counters = new HashMap<>();
    private final VirtualClock clock = new VirtualClock(MIDNIGHT_IN_SHANGHAI);
    private final BusinessNumbers invoices = daily(clock);

    private BusinessNumbers daily(VirtualClock clock) {
        return new BusinessNumbers(
                "invoice", CounterFormat.of("P{yyyyMMdd}-{counter:5}"), SHANGHAI, this::count, clock);
    }

    private long count(String name, String period) {
        return counters.merge(name + "." + period, 1L, Long::sum);
    }

    @Test
    void startsAgainWithEachPeriodOfTheZone() {
        clock.advance(Duration.ofMillis(-1));
        assertThat(invoices.next()).isEqualTo("P20261120-00001");
        assertThat(invoices.next()).isEqualTo("P20261120-00002");
        clock.advance(Duration.ofMillis(1));
        assertThat(invoices.next()).isEqualTo("P20261121-00001");
        assertThat(counters).containsOnly(Map.entry("invoice.20261120", 2L), Map.entry("invoice.20261121", 1L));
    }

    @Test
    void prepareEachNextPeriodOnce() {
        List<String> prepared = new ArrayList<>();
        PeriodCounter counter = new PeriodCounter() {
            @Override
            public long next(String name, String period) {
                return count(name, period);
            }

            @Override
            public void prepare(String name, String period, Duration until) {
                prepared.add(name + "." + period + " in " + until);
            }
        };
        BusinessNumbers daily =
                new BusinessNumbers("invoice", CounterFormat.of("{yyyyMMdd}{counter:5}"), SHANGHAI, counter, clock);
        clock.advance(Duration.ofHours(9));
        daily.next();
        daily.next();
        daily.next(clock.instant().minus(Duration.ofDays(3)));
        assertThat(prepared).containsExactly("invoice.20261122 in PT15H");

        clock.advance(Duration.ofDays(1));
        daily.next();
        assertThat(prepared).hasSize(2).endsWith("invoice.20261123 in PT15H");

        prepared.clear();
        new BusinessNumbers("invoice", CounterFormat.of("{yyyyMMddHHmmss}{counter:5}"), SHANGHAI, counter, clock)
                .next();
        new BusinessNumbers("invoice", CounterFormat.of("N{counter:5}"), SHANGHAI, counter, clock).next();
        assertThat(prepared).isEmpty();
    }

    @Test
    void continuesWithTheEarlierPeriodWhenTheClockIsSetBack() {
        assertThat(invoices.next()).isEqualTo("P20261121-00001");
        clock.advance(Duration.ofDays(-1));
        assertThat(invoices.next()).isEqualTo("P20261120-00001");
        clock.advance(Duration.ofDays(1));
        assertThat(invoices.next()).isEqualTo("P20261121-00002");
        clock.advance(Duration.ofDays(-1));
        assertThat(invoices.next()).isEqualTo("P20261120-00002");
    }

    @Test
    void givesNoNumberTwiceWhateverTheClocksOfHostsSay() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            counters.clear();
            VirtualClock[] clocks = {new VirtualClock(MIDNIGHT_IN_SHANGHAI), new VirtualClock(MIDNIGHT_IN_SHANGHAI)};
            BusinessNumbers[] hosts = {daily(clocks[0]), daily(clocks[1])};
            Set<String> numbers = new HashSet<>();
            for (int i = 0; i < 500; i++) {
                int host = random.nextInt(2);
                clocks[host].advance(Duration.ofMinutes(random.nextInt(-2_000, 2_000)));
                String number = hosts[host].next();
                assertThat(numbers.add(number)).as("seed %d: %s", seed, number).isTrue();
            }
        }
    }

    @Test
    void continuesWithTheHourThatAutumnRepeats() {
        BusinessNumbers hourly = new BusinessNumbers(
                "receipt",
                CounterFormat.of("{yyyyMMddHH}/{counter:2}"),
                ZoneId.of("Europe/Berlin"),
                this::count,
                new VirtualClock(Instant.EPOCH));

        assertThat(hourly.next(Instant.parse("2026-10-25T00:30:00Z"))).isEqualTo("2026102502/01");
        assertThat(hourly.next(Instant.parse("2026-10-25T01:30:00Z"))).isEqualTo("2026102502/02");
        assertThat(hourly.next(Instant.parse("2026-10-25T02:30:00Z"))).isEqualTo("2026102503/01");
    }

    @ParameterizedTest
    @CsvSource({
        "{yyyy}-{counter:3},   invoice.2026,   2026-001",
        "{yyyyMM}-{counter:3}, invoice.202611, 202611-001",
        "{yyyy}/{MM}/{dd}-{counter:3}, invoice.20261121, 2026/11/21-001",
        "{yyMMdd}{counter:9},  invoice.20261121, 261121000000001",
        "N{counter:3},         invoice.,       N001",
    })
    void countsInTheLeastUnitOfTheFormat(String pattern, String counter, String number) {
        BusinessNumbers numbers =
                new BusinessNumbers("invoice", CounterFormat.of(pattern), SHANGHAI, this::count, clock);

        assertThat(numbers.next()).isEqualTo(number);
        assertThat(counters).containsOnlyKeys(counter);
    }

    @Test
    void countsNothingInAYearThatTheFormatCannotShow() {
        BusinessNumbers numbers =
                new BusinessNumbers("invoice", CounterFormat.of("{yy}{counter:3}"), SHANGHAI, this::count, clock);

        assertThatThrownBy(() -> numbers.next(Instant.parse("2100-06-01T00:00:00Z")))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("period must be within the years 2000 to 2099, because {yy} shows no others:");
        assertThat(counters).isEmpty();
    }

    @Test
    void namesTheShardOfACall() {
        BusinessNumbers orders =
                new BusinessNumbers("order", CounterFormat.of("P{counter:5}{shard:2}"), SHANGHAI, this::count, clock);

        assertThat(orders.next(clock.instant(), 77)).isEqualTo("P0000177");
        assertThat(orders.next(clock.instant(), 7)).isEqualTo("P0000207");
        assertThat(orders.next()).isEqualTo("P0000300");
        assertThatThrownBy(() -> orders.next(clock.instant(), 100))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("shard must be in [0, 99] to fit the pattern:"
                        + " pattern=\"P{counter:5}{shard:2}\", shard=100");
        assertThat(counters).as("nothing was counted").containsOnly(Map.entry("order.", 3L));
    }

    @Test
    void takesNumbersFromRangesWithATagForEachPeriod() {
        Map<String, Long> highest = new ConcurrentHashMap<>();
        SegmentStore store = (tag, length) -> {
            long last = highest.merge(tag, length, Long::sum);
            return new UidRange(last - length + 1, last, 1);
        };
        try (SegmentIdGenerator segments = SegmentIdGenerator.builder(store).build()) {
            BusinessNumbers orders = new BusinessNumbers(
                    "order", CounterFormat.of("P{yyyyMMdd}-{counter:5}"), SHANGHAI, segments, clock);

            assertThat(orders.next()).isEqualTo("P20261121-00001");
            assertThat(orders.next()).isEqualTo("P20261121-00002");
            clock.advance(Duration.ofDays(-1));
            assertThat(orders.next()).isEqualTo("P20261120-00001");
            clock.advance(Duration.ofDays(1));
            assertThat(orders.next()).isEqualTo("P20261121-00003");
        }
        assertThat(highest).containsOnlyKeys("order.20261120", "order.20261121");
    }

    @Test
    void refusesANumberThatHasOutgrownItsWidth() {
        counters.put("invoice.20261121", 99_999L);

        assertThatThrownBy(invoices::next)
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("counter must be in [0, 99999] to fit the pattern:"
                        + " pattern=\"P{yyyyMMdd}-{counter:5}\", counter=100000");
    }

    @Test
    void asksTheClockOfTheHost() {
        BusinessNumbers yearly =
                new BusinessNumbers("invoice", CounterFormat.of("{yyyy}-{counter:3}"), SHANGHAI, this::count);

        assertThat(yearly.next()).endsWith("-001").isGreaterThan("2026-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "an invoice", "invoice\n", "rechnung_ä", "a/b"})
    void refusesNamesOfOtherCharacters(String name) {
        CounterFormat format = CounterFormat.of("{counter:3}");

        assertThatThrownBy(() -> new BusinessNumbers(name, format, SHANGHAI, this::count))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("name must be 1 to 64 letters, digits, '.', '_' and '-': name=" + name);
    }

    @Test
    void takesNamesOf64Characters() {
        CounterFormat format = CounterFormat.of("{counter:3}");
        String longest = "a.B_9-".repeat(11).substring(0, 64);

        assertThat(new BusinessNumbers(longest, format, SHANGHAI, this::count).next())
                .isEqualTo("001");
        assertThatThrownBy(() -> new BusinessNumbers(longest + "a", format, SHANGHAI, this::count))
                .hasMessageStartingWith("name must be 1 to 64 letters");
    }
}
