package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class UidFormatTest {
    private static final long SEED = 4242;

    @ParameterizedTest
    @CsvSource({
        "CROCKFORD32, 0,                   0000000000000",
        "CROCKFORD32, 31,                  000000000000Z",
        "CROCKFORD32, 9007199254740993,    0080000000001",
        "CROCKFORD32, 9223372036854775807, 7ZZZZZZZZZZZZ",
        "BASE62,      0,                   00000000000",
        "BASE62,      61,                  0000000000z",
        "BASE62,      35,                  0000000000Z",
        "BASE62,      9223372036854775807, AzL8n0Y58m7",
        "BASE36,      1295,                00000000000zz",
        "BASE36,      9223372036854775807, 1y2p0ij32e8e7",
        "HEX,         48879,               000000000000beef",
        "HEX,         9223372036854775807, 7fffffffffffffff",
        "DECIMAL,     42,                  0000000000000000042",
        "DECIMAL,     9223372036854775807, 9223372036854775807",
    })
    void writesAndReadsKnownTexts(UidFormat format, long uid, String text) {
        assertThat(format.format(uid)).isEqualTo(text).hasSize(format.width());
        assertThat(format.parse(text)).isEqualTo(uid);
    }

    @ParameterizedTest
    @CsvSource({"BASE36, 36", "HEX, 16", "DECIMAL, 10"})
    void agreesWithTheDigitsOfTheJdk(UidFormat format, int radix) {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            long uid = Uids.any(random);

            assertThat(new BigInteger(format.format(uid), radix))
                    .as("uid %d, seed %d", uid, SEED)
                    .isEqualTo(BigInteger.valueOf(uid));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsWhatItWroteAndSortsAsTheUids(UidFormat format) {
        Random random = new Random(SEED);
        long last = Long.MAX_VALUE;
        for (int i = 0; i < 2_000; i++) {
            long uid = Uids.any(random);
            String text = format.format(uid);

            assertThat(format.parse(text)).as("uid %d, seed %d", uid, SEED).isEqualTo(uid);
            assertSameOrder(format, uid, last);
            if (uid > 0) {
                assertSameOrder(format, uid - 1, uid);
            }
            last = uid;
        }
    }

    private static void assertSameOrder(UidFormat format, long a, long b) {
        assertThat(Integer.signum(format.format(a).compareTo(format.format(b))))
                .as("%s of %d and %d, seed %d", format, a, b, SEED)
                .isEqualTo(Long.compare(a, b));
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource
    void readsNothingButWhatItWrites(UidFormat format) {
        String text = format.format(0x0123_4567_89AB_CDEFL);
        for (int at = 0; at < text.length(); at++) {
            for (char c = 0; c < 0x250; c++) {
                String changed = text.substring(0, at) + c + text.substring(at + 1);
                try {
                    assertThat(format.format(format.parse(changed))).isEqualTo(meantBy(format, changed));
                } catch (IllegalArgumentException refused) {
                    assertThat(refused).hasMessageStartingWith("text must");
                }
            }
        }
    }

    private static String meantBy(UidFormat format, String text) {
        return format == UidFormat.CROCKFORD32
                ? text.toUpperCase(Locale.ROOT).replaceAll("[IL]", "1").replace('O', '0')
                : text;
    }

    @Test
    void readsCrockfordsBase32AsItsDefinitionSays() {
        assertThat(UidFormat.CROCKFORD32.parse("oOiIlL0001abz"))
                .isEqualTo(UidFormat.CROCKFORD32.parse("0011110001ABZ"));
        assertThat(UidFormat.CROCKFORD32.parse("oo8oooooooool")).isEqualTo(9007199254740993L);
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsBeyondTheGreatestUid(UidFormat format) {
        String greatest = format.format(Long.MAX_VALUE);
        String allOfTheLast = String.valueOf(format.character(format.radix - 1)).repeat(format.width());
        for (String text : List.of(oneMore(format, greatest), allOfTheLast)) {
            assertThatThrownBy(() -> format.parse(text))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessage("text must be at most %s, the greatest UID: text=\"%s\"", greatest, text);
        }
    }

    private static String oneMore(UidFormat format, String text) {
        StringBuilder more = new StringBuilder(text);
        int at = format.width() - 1;
        for (; format.digitAt(text, at) == format.radix - 1; at--) {
            more.setCharAt(at, format.character(0));
        }
        more.setCharAt(at, format.character(format.digitAt(text, at) + 1));
        return more.toString();
    }

    @Test
    void refusesWithRuleNameAndValue() {
        assertThatThrownBy(() -> UidFormat.BASE62.format(-1))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("uid must not be negative: uid=-1");
        assertThatThrownBy(() -> UidFormat.CROCKFORD32.parse("01J000000000"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("text must have 13 characters of Crockford base 32: text=\"01J000000000\" has 12");
        assertThatThrownBy(() -> UidFormat.CROCKFORD32.parse("01J0000000U00"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "text must have digits of Crockford base 32 only: text=\"01J0000000U00\" has 'U' at index 10");
        assertThatThrownBy(() -> UidFormat.HEX.parse("000000000000BEEF"))
                .hasMessage("text must have digits of base 16 only: text=\"000000000000BEEF\" has 'B' at index 12");
        assertThatThrownBy(() -> UidFormat.BASE36.parse(""))
                .hasMessage("text must have 13 characters of base 36: text=\"\" has 0");
    }
}
