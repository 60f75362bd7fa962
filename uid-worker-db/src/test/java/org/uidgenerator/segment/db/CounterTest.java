package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.ExhaustedCounterException;

class CounterTest {
    private static final long UNLIMITED = Long.MAX_VALUE;

    private static SegmentColumns columns(boolean holdsNext, String step) {
        return new SegmentColumns("T", "tag", "value", holdsNext, step, null, null);
    }

    @ParameterizedTest
    @CsvSource({
        "0, false, 1, 0, 10, 1, 10, 10",
        "0, true, 1, 0, 10, 0, 9, 10",
        "1, true, 1, 0, 1, 1, 1, 2",
        "0, false, 3, 1, 2, 1, 4, 4",
        "4, false, 3, 1, 2, 7, 10, 10",
        "5, false, 3, 1, 2, 7, 10, 10",
        "6, false, 3, 1, 2, 7, 10, 10",
        "7, false, 3, 1, 2, 10, 13, 13",
        "-5, false, 1, 0, 2, 0, 1, 1",
        "9223372036854775806, false, 1, 0, 9, 9223372036854775807, 9223372036854775807, 9223372036854775807",
        "9223372036854775805, true, 1, 0, 9, 9223372036854775805, 9223372036854775806, 9223372036854775807",
    })
    void givesTheNextNumbers(
            long value, boolean holdsNext, long delta, long remainder, long length, long first, long last, long after) {
        Counter counter = new Counter(columns(holdsNext, null), value, delta, remainder, null, UNLIMITED);

        UidRange range = counter.next("orders", "T", length);

        assertThat(range).isEqualTo(new UidRange(first, last, delta));
        assertThat(counter.after(range)).isEqualTo(after);
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, false, 1, 0",
        "9223372036854775807, true, 1, 0",
        "9223372036854775806, false, 2, 0",
        "9223372036854775800, false, 1000000, 5"
    })
    void comesToItsEnd(long value, boolean holdsNext, long delta, long remainder) {
        assertThatThrownBy(() -> new Counter(columns(holdsNext, null), value, delta, remainder, null, UNLIMITED)
                        .next("orders", "T", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("the counter of tag orders in T is exhausted: it stands at " + value);
    }

    @Test
    void refusesARemainderThatNoNumberHas() {
        assertThatThrownBy(() -> new Counter(columns(false, null), 0, 2, 2, null, UNLIMITED).next("orders", "T", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("the counter of tag orders in T must have 0 <= remainder < delta: remainder=2, delta=2");
    }

    @ParameterizedTest
    @CsvSource({
        "0, false, 1, 0, 100, 1, 3",
        "0, false, 1, 0, 2, 1, 2",
        "7, false, 1, 0, 100, 8, 9",
        "0, false, 3, 1, 100, 1, 7",
        "3, false, 3, 1, 100, 4, 7",
        "9, true, 1, 0, 100, 9, 9"
    })
    void givesNoMoreThanItsStepAndNothingAboveItsMaximum(
            long value, boolean holdsNext, long delta, long remainder, long length, long first, long last) {
        Counter counter = new Counter(columns(holdsNext, null), value, delta, remainder, 3L, 9);

        assertThat(counter.next("orders", "T", length)).isEqualTo(new UidRange(first, last, delta));
    }

    @Test
    void endsAtItsMaximum() {
        assertThatThrownBy(() -> new Counter(columns(false, null), 9, 1, 0, null, 9).next("orders", "T", 1))
                .isInstanceOf(ExhaustedCounterException.class)
                .hasMessage("the counter of tag orders in T is exhausted: it stands at 9, MAX_UID=9");
    }

    /** As TinyId, whose range is (value, value + step], and Leaf, whose range is [value, value + step). */
    @ParameterizedTest
    @CsvSource({
        "0, false, 1, 0, 10, 1, 10, 10",
        "1, true, 1, 0, 10, 1, 10, 11",
        "0, false, 2, 1, 100, 1, 99, 100",
        "100, false, 2, 0, 100, 102, 200, 200",
        "1000, false, 3, 0, 1000, 1002, 1998, 2000",
        "5, true, 3, 0, 6, 6, 9, 11",
        "0, false, 10, 5, 5, 5, 5, 5",
        "0, false, 10, 5, 2, 5, 5, 5",
        "5, false, 10, 5, 2, 15, 15, 15",
        "-5, false, 1, 0, 2, 0, 1, 1",
        "9223372036854775800, false, 1, 0, 9, 9223372036854775801, 9223372036854775807, 9223372036854775807",
        "9223372036854775800, true, 1, 0, 9, 9223372036854775800, 9223372036854775806, 9223372036854775807",
        "0, false, 1, 0, 9223372036854775807, 1, 9223372036854775807, 9223372036854775807",
    })
    void movesByItsOwnStepWhateverLengthIsWanted(
            long value, boolean holdsNext, long delta, long remainder, long step, long first, long last, long after) {
        Counter counter = new Counter(columns(holdsNext, "step"), value, delta, remainder, step, UNLIMITED);

        for (long length : new long[] {1, 10, Long.MAX_VALUE}) {
            UidRange range = counter.next("orders", "T", length);

            assertThat(range).isEqualTo(new UidRange(first, last, delta));
            assertThat(counter.after(range)).isEqualTo(after);
        }
    }

    @ParameterizedTest
    @CsvSource({
        ", 0, 'STEP, or none: STEP=0'",
        "step, 0, step: step=0",
        "step, -1, step: step=-1",
        "step, , step: step=null",
    })
    void refusesAStepWithoutNumbers(String column, Long step, String rule) {
        assertThatThrownBy(() -> new Counter(columns(false, column), 0, 1, 0, step, UNLIMITED).next("orders", "T", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("the counter of tag orders in T must have a positive " + rule);
    }
}
