package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class UidRangeTest {
    @Test
    void knowsItsUids() {
        UidRange range = new UidRange(3, 35, 16);

        assertThat(range.size()).isEqualTo(3);
        assertThat(range.uids()).containsExactly(3L, 19L, 35L);
        assertThat(new UidRange(7, 7, 1).uids()).containsExactly(7L);
    }

    @Test
    void endsAtTheGreatestLong() {
        UidRange range = new UidRange(Long.MAX_VALUE - 1, Long.MAX_VALUE, 1);

        assertThat(range.uids()).containsExactly(Long.MAX_VALUE - 1, Long.MAX_VALUE);
    }

    @Test
    void refusesWhatIsNoRange() {
        assertThatThrownBy(() -> new UidRange(-1, 3, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("0 <= first <= last must hold: first=-1, last=3");
        assertThatThrownBy(() -> new UidRange(4, 3, 1)).hasMessage("0 <= first <= last must hold: first=4, last=3");
        assertThatThrownBy(() -> new UidRange(3, 4, 0))
                .hasMessage("increment must divide last - first: first=3, last=4, increment=0");
        assertThatThrownBy(() -> new UidRange(3, 8, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("increment must divide last - first: first=3, last=8, increment=2");
    }
}
