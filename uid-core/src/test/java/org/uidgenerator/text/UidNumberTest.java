package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UidNumberTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "120518087995818605, 120518087995818605",
        "0x1ac2a900000026d, 120518087995818605",
        "0x1AC2A900000026D, 120518087995818605",
        "9223372036854775807, 9223372036854775807",
        "00009223372036854775807, 9223372036854775807",
        "0x00007fffffffffffffff, 9223372036854775807",
    })
    void readsDecimalAndHexadecimalNumbers(String text, long uid) {
        assertThat(UidNumber.parse(text)).isEqualTo(uid);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -5                      | uid must not be negative: uid=-5, which is 18446744073709551611 as an unsigned number of 64 bits. The first bit is the sign, and is 0 in a UID
            -9223372036854775808    | uid must not be negative: uid=-9223372036854775808, which is 9223372036854775808 as an unsigned number of 64 bits. The first bit is the sign, and is 0 in a UID
            -9223372036854775809    | uid must not be negative, and fit 63 bits: uid=-9223372036854775809, which has more than 64 bits
            9223372036854775808     | uid must be below 2^63: uid=9223372036854775808, which is -9223372036854775808 as a signed number of 64 bits. The first bit is the sign, and is 0 in a UID
            18446744073709551615    | uid must be below 2^63: uid=18446744073709551615, which is -1 as a signed number of 64 bits. The first bit is the sign, and is 0 in a UID
            0xfffffffffffffffb      | uid must be below 2^63: uid=0xfffffffffffffffb, which is -5 as a signed number of 64 bits. The first bit is the sign, and is 0 in a UID
            18446744073709551616    | uid must be below 2^63: uid=18446744073709551616, which has 65 bits
            0x10000000000000000     | uid must be below 2^63: uid=0x10000000000000000, which has 65 bits
            99999999999999999999999 | uid must be below 2^63: uid=99999999999999999999999, which has 77 bits
            0x                      | uid must be a number, as 12345 or 0x3039: uid=0x
            --5                     | uid must be a number, as 12345 or 0x3039: uid=--5
            -0x5                    | uid must be a number, as 12345 or 0x3039: uid=-0x5
            +5                      | uid must be a number, as 12345 or 0x3039: uid=+5
            ٣                       | uid must be a number, as 12345 or 0x3039: uid=٣
            """)
    void saysWhatIsWrongWithANumber(String text, String message) {
        assertThatThrownBy(() -> UidNumber.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "' 5', ' 5'"})
    void refusesBlanks(String text, String shown) {
        assertThatThrownBy(() -> UidNumber.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("uid must be a number, as 12345 or 0x3039: uid=" + shown);
    }
}
