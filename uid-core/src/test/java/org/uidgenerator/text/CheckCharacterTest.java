package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CheckCharacterTest {
    /**
     * MOD 11,10: the example of the standard and two of python-stdnum. MOD 37,36: the GRid that Wikipedia shows, and
     * the ISAN of an episode, without and with its version.
     */
    @ParameterizedTest
    @CsvSource({
        "DECIMAL, 0794,              5",
        "DECIMAL, 79462,             3",
        "DECIMAL, 00200667308,       5",
        "BASE36,  a12425gabc1234002, m",
        "BASE36,  00000000c36d002b,  k",
        "BASE36,  00000000c36d002b00000000, e",
    })
    void isThatOfPublishedExamples(UidFormat digits, String text, char check) {
        assertThat(digits.character(digits.checkDigit(text, 0, text.length()))).isEqualTo(check);
    }

    /**
     * The digit before puts the recursion into each of its states, and those behind are mapped one-to-one: this is each
     * case.
     */
    @ParameterizedTest
    @EnumSource
    void findsEachSubstitutionInEachState(UidFormat digits) {
        for (int before = 0; before < digits.radix; before++) {
            boolean[] seen = new boolean[digits.radix];
            for (int digit = 0; digit < digits.radix; digit++) {
                int check = check(digits, before, digit);
                assertThat(seen[check]).as("%s: %d %d", digits, before, digit).isFalse();
                seen[check] = true;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void missesOneSwapOfTwoNeighboursInEachState(UidFormat digits) {
        for (int before = 0; before < digits.radix; before++) {
            int missed = 0;
            for (int a = 0; a < digits.radix; a++) {
                for (int b = 0; b < a; b++) {
                    missed += check(digits, before, a, b) == check(digits, before, b, a) ? 1 : 0;
                }
            }
            assertThat(missed).as("%s after %d", digits, before).isEqualTo(1);
        }
    }

    private static int check(UidFormat digits, int... values) {
        StringBuilder text = new StringBuilder();
        for (int value : values) {
            text.append(digits.character(value));
        }
        return digits.checkDigit(text, 0, text.length());
    }
}
