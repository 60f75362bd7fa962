package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdSpaceTest {
    private static final IdSpace SPACE = IdSpace.of(
            "default", 482_903_117_264L, "31/14/18", "orders:7\nmaker=x", Instant.parse("2027-01-01T00:00:00.001Z"));

    @Test
    void readsWhatItHasWritten() {
        IdSpace read = IdSpace.parse(SPACE.text());

        assertThat(read).isEqualTo(SPACE).hasSameHashCodeAs(SPACE);
        assertThat(read.text()).isEqualTo(SPACE.text());
        assertThat(read.describe()).isEqualTo(SPACE.describe());
    }

    @Test
    void readsNameAndIdentity() {
        IdSpace read = IdSpace.parse("default/482903117264");

        assertThat(read).isEqualTo(SPACE).hasToString("default/482903117264");
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
        assertThatThrownBy(() -> IdSpace.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an id space must be a name, a slash and 12 digits: space=\"" + text + "\"");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 99_999_999_999L, 1_000_000_000_000L})
    void refusesAnIdentityOfAnotherLength(long identity) {
        assertThatThrownBy(() -> IdSpace.of("default", identity, "", "", Instant.EPOCH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the identity of an id space must have 12 digits: name=default, identity=" + identity);
    }

    @Test
    void isCalledByNameIdentityOrBoth() {
        assertThat(SPACE.isCalled("default")).isTrue();
        assertThat(SPACE.isCalled("482903117264")).isTrue();
        assertThat(SPACE.isCalled("default/482903117264")).isTrue();
        assertThat(SPACE.isCalled("orders")).isFalse();
        assertThat(SPACE.isCalled("orders/482903117264")).isFalse();
        assertThat(SPACE.isCalled("default/482903117265")).isFalse();
    }

    @Test
    void differsFromAllOthers() {
        Random random = new Random(1);
        IdSpace one = IdSpace.random("default", "", "", Instant.EPOCH, random);

        assertThat(IdSpace.random("default", "", "", Instant.EPOCH, random)).isNotEqualTo(one);
        assertThat(Long.toString(one.identity())).hasSize(12);
    }
}
