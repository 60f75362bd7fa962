package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidRange;

class CounterSettingsTest {
    private static final CounterSettings PLAIN = CounterSettings.startingAt(10);

    /** A store that keeps the first number of the last counter that was created. */
    private static final class Firsts implements SegmentStore {
        private long first = -1;

        @Override
        public UidRange take(String tag, long length) {
            throw new NoSuchCounterException(tag);
        }

        @Override
        public boolean create(String tag, long first) {
            boolean created = this.first != first;
            this.first = first;
            return created;
        }

        @Override
        public String toString() {
            return "firsts";
        }
    }

    @Test
    void areWhatWasSet() {
        CounterSettings settings = PLAIN.max(99).step(5).description("orders");

        assertThat(settings.first()).isEqualTo(10);
        assertThat(settings.max()).hasValue(99);
        assertThat(settings.step()).hasValue(5);
        assertThat(settings.description()).hasValue("orders");
        assertThat(PLAIN.max()).isEmpty();
    }

    @Test
    void mayBeTheLeastAndTheGreatestOfEach() {
        CounterSettings least = CounterSettings.startingAt(0).max(0).step(1).description("x".repeat(256));

        assertThat(least.first()).isZero();
        assertThat(least.max()).hasValue(0);
        assertThat(least.step()).hasValue(1);
        assertThat(least.description())
                .hasValueSatisfying(text -> assertThat(text).hasSize(256));
    }

    @Test
    void refuseWhatNoCounterCanHave() {
        assertThatThrownBy(() -> CounterSettings.startingAt(-1))
                .isInstanceOf(OptionException.class)
                .hasMessage("first must not be negative: first=-1");
        assertThatThrownBy(() -> PLAIN.max(9)).hasMessage("max must not be less than first (10): max=9");
        assertThatThrownBy(() -> PLAIN.step(0)).hasMessage("step must be positive: step=0");
        assertThatThrownBy(() -> PLAIN.description("x".repeat(257)))
                .hasMessage("description must have at most 256 characters: description=" + "x".repeat(257));
    }

    @Test
    void goToAStoreThatKeepsFirstNumbersOnlyAsFarAsItKeepsThem() {
        Firsts store = new Firsts();
        assertThat(store.create("orders", PLAIN)).isTrue();
        assertThat(store.create("orders", PLAIN)).isFalse();
        assertThat(store.first).isEqualTo(10);
        String rule = " must not be set, because firsts keeps nothing but the numbers of a counter: ";
        assertThatThrownBy(() -> store.create("orders", PLAIN.max(99))).hasMessage("max" + rule + "max=99");
        assertThatThrownBy(() -> store.create("orders", PLAIN.step(5))).hasMessage("step" + rule + "step=5");
        assertThatThrownBy(() -> store.create("orders", PLAIN.description("all")))
                .hasMessage("description" + rule + "description=all");
    }
}
