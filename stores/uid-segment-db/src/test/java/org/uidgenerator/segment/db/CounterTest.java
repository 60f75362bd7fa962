package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidRange;

class CounterTest {
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
        Counter counter = new Counter(value, holdsNext, delta, remainder);

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
        assertThatThrownBy(() -> new Counter(value, holdsNext, delta, remainder).next("orders", "T", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("the counter of tag orders in T has come to its end: it stands at " + value);
    }

    @Test
    void refusesARemainderThatNoNumberHas() {
        assertThatThrownBy(() -> new Counter(0, false, 2, 2).next("orders", "T", 1))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("the counter of tag orders in T must have 0 <= remainder < delta: remainder=2, delta=2");
    }
}
