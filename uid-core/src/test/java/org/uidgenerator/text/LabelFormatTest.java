package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelFormatTest {
    private static final long SEED = 7064;
    private static final String MISTYPED =
            "text must end with its check character, a character is mistyped or two are swapped: text=\"%s\"";

    private final LabelFormat invoices = new LabelFormat("INV-", UidFormat.CROCKFORD32);

    @Test
    void putsThePrefixBeforeAndTheCheckCharacterBehind() {
        assertThat(invoices.format(9007199254740993L)).isEqualTo("INV-0080000000001N");
        assertThat(invoices.parse("INV-0080000000001N")).isEqualTo(9007199254740993L);
        assertThat(new LabelFormat("", UidFormat.DECIMAL).format(0)).isEqualTo("00000000000000000006");
    }

    @Test
    void readsACheckCharacterOfCrockfordsBase32LikeItsDigits() {
        assertThat(invoices.parse("INV-oo8oooooooooln")).isEqualTo(9007199254740993L);
    }

    @ParameterizedTest
    @EnumSource
    void readsWhatItWroteAndSortsAsTheUids(UidFormat digits) {
        LabelFormat labels = new LabelFormat("A_1.", digits);
        Random random = new Random(SEED);
        long last = 0;
        for (int i = 0; i < 2_000; i++) {
            long uid = Uids.any(random);
            String label = labels.format(uid);

            assertThat(labels.parse(label)).as("uid %d, seed %d", uid, SEED).isEqualTo(uid);
            assertThat(Integer.signum(label.compareTo(labels.format(last))))
                    .as("%s of %d and %d, seed %d", digits, uid, last, SEED)
                    .isEqualTo(Long.compare(uid, last));
            last = uid;
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesEachSubstitutionOfOneDigit(UidFormat digits) {
        LabelFormat labels = new LabelFormat("X-", digits);
        Random random = new Random(SEED);
        for (int i = 0; i < 20; i++) {
            String label = labels.format(Uids.any(random));
            for (int at = 2; at < label.length(); at++) {
                for (int digit = 0; digit < digits.radix; digit++) {
                    String changed = label.substring(0, at) + digits.character(digit) + label.substring(at + 1);
                    if (!changed.equals(label)) {
                        assertThatThrownBy(() -> labels.parse(changed))
                                .as("%s, seed %d", label, SEED)
                                .hasMessage(String.format(Locale.ROOT, MISTYPED, changed));
                    }
                }
            }
        }
    }

    /** At each place it misses 1 of the M(M-1)/2 pairs of different neighbours: 1 in 45 for decimals. */
    @Tag("proof")
    @Test
    void refusesMostSwapsOfNeighbours() {
        LabelFormat labels = new LabelFormat("", UidFormat.DECIMAL);
        Random random = new Random(SEED);
        int swaps = 0;
        int missed = 0;
        for (int i = 0; i < 2_000; i++) {
            String label = labels.format(random.nextLong(1_000_000_000_000_000_000L));
            for (int at = 0; at < label.length() - 1; at++) {
                if (label.charAt(at) != label.charAt(at + 1)) {
                    swaps++;
                    missed += accepts(labels, swapped(label, at)) ? 1 : 0;
                }
            }
        }
        assertThat((double) missed / swaps).as("seed %d", SEED).isBetween(1 / 50.0, 1 / 40.0);
    }

    private static String swapped(String text, int at) {
        return text.substring(0, at) + text.charAt(at + 1) + text.charAt(at) + text.substring(at + 2);
    }

    private static boolean accepts(LabelFormat labels, String text) {
        try {
            labels.parse(text);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    @Test
    void refusesWithRuleNameAndValue() {
        assertThatThrownBy(() -> invoices.parse("INV-0080000000001"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("text must have 18 characters, prefix and check character included:"
                        + " text=\"INV-0080000000001\" has 17");
        assertThatThrownBy(() -> invoices.parse("INV-0080000000001N "))
                .hasMessage("text must have 18 characters, prefix and check character included:"
                        + " text=\"INV-0080000000001N \" has 19");
        assertThatThrownBy(() -> invoices.parse("inv-0080000000001N"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("text must begin with \"INV-\": text=\"inv-0080000000001N\"");
        assertThatThrownBy(() -> invoices.parse("INV-0080000000001X"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(String.format(Locale.ROOT, MISTYPED, "INV-0080000000001X"));
        assertThatThrownBy(() -> invoices.parse("INV-008000000000U-"))
                .hasMessage("text must have digits of Crockford base 32 only:"
                        + " text=\"INV-008000000000U-\" has '-' at index 17");
        assertThatThrownBy(() -> invoices.format(-1)).hasMessage("uid must not be negative: uid=-1");
    }

    @Test
    void refusesANumberBeyondTheGreatestUidWhoseCheckCharacterMatches() {
        int check = UidFormat.CROCKFORD32.checkDigit("8000000000000", 0, 13);

        assertThatThrownBy(() -> invoices.parse("INV-8000000000000" + UidFormat.CROCKFORD32.character(check)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("text must be at most 7ZZZZZZZZZZZZ, the greatest UID: text=\"8000000000000\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"INV ", "Ü", "a/b", "%", "\n"})
    void refusesAPrefixThatNeedsAnEscape(String prefix) {
        assertThatThrownBy(() -> new LabelFormat(prefix, UidFormat.HEX))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "prefix must have letters, digits, '-', '_' and '.' of ASCII only: prefix=\"" + prefix + "\"");
    }

    @Test
    void refusesNull() {
        assertThatThrownBy(() -> new LabelFormat(null, UidFormat.HEX)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> new LabelFormat("", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("digits");
    }
}
