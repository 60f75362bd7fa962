package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreIdentityTest {
    private static final StoreIdentity IDENTITY = StoreIdentity.of(
            "default", 482_903_117_264L, "31/14/18", "orders:7\nmaker=x", Instant.parse("2027-01-01T00:00:00.001Z"));

    @Test
    void readsWhatItHasWritten() {
        StoreIdentity read = StoreIdentity.parse(IDENTITY.text());

        assertThat(read).isEqualTo(IDENTITY).hasSameHashCodeAs(IDENTITY);
        assertThat(read.text()).isEqualTo(IDENTITY.text());
        assertThat(read.describe()).isEqualTo(IDENTITY.describe());
    }

    @Test
    void readsNameAndIdentity() {
        StoreIdentity read = StoreIdentity.parse("default/482903117264");

        assertThat(read).isEqualTo(IDENTITY).hasToString("default/482903117264");
        assertThat(read.describe()).isEqualTo("default/482903117264");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "default",
                "482903117264",
                "default/48290311726",
                "default/4829031172641",
                "default/082903117264",
                "default/482903117264\n",
                "default/482903117264\nmade=2027-01-01T00:00:00Z"
            })
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> StoreIdentity.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a store identity must be a name, a slash and 12 digits: identity=\"" + text + "\"");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 99_999_999_999L, 1_000_000_000_000L})
    void refusesAnIdentityOfAnotherLength(long number) {
        assertThatThrownBy(() -> StoreIdentity.of("default", number, "", "", Instant.EPOCH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the number of a store identity must have 12 digits: name=default, number=" + number);
    }

    @Test
    void isCalledByNameIdentityOrBoth() {
        assertThat(IDENTITY.isCalled("default")).isTrue();
        assertThat(IDENTITY.isCalled("482903117264")).isTrue();
        assertThat(IDENTITY.isCalled("default/482903117264")).isTrue();
        assertThat(IDENTITY.isCalled("orders")).isFalse();
        assertThat(IDENTITY.isCalled("orders/482903117264")).isFalse();
        assertThat(IDENTITY.isCalled("default/482903117265")).isFalse();
    }

    @Test
    void differsFromAllOthers() {
        Random random = new Random(1);
        StoreIdentity one = StoreIdentity.random("default", "", "", Instant.EPOCH, random);

        assertThat(StoreIdentity.random("default", "", "", Instant.EPOCH, random))
                .isNotEqualTo(one);
        assertThat(Long.toString(one.number())).hasSize(12);
    }
}
