package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class OptionTextTest {
    private static String inCapitals(OptionText text) {
        return text.with(option -> option.toUpperCase(Locale.ROOT));
    }

    @Test
    void hasTheNamesOfTheBuilderUnlessOthersAreAskedFor() {
        OptionText text = OptionText.of("%d ids are in use: widen {workerIds} or {workerBits}", 1024);

        assertThat(text).hasToString("1024 ids are in use: widen workerIds or workerBits");
        assertThat(inCapitals(text)).isEqualTo("1024 ids are in use: widen WORKERIDS or WORKERBITS");
    }

    @Test
    void takesNothingInAValueForAnOption() {
        OptionText text = OptionText.of("{holder} is %s, %s", "{maxWait} 100% %s maxWait $1", "\\{layout}");

        assertThat(inCapitals(text)).isEqualTo("HOLDER is {maxWait} 100% %s maxWait $1, \\{layout}");
    }

    @Test
    void takesNoBracesOfOthersForAnOption() {
        OptionText text = OptionText.of("{tag} must be [a-z]{1,64}, [a-z]{8} or {}");

        assertThat(inCapitals(text)).isEqualTo("TAG must be [a-z]{1,64}, [a-z]{8} or {}");
    }

    @Test
    void showsTheNamesThatItIsGivenAsTheyAre() {
        OptionText text = OptionText.of("set {maxWait} to %d", 5);

        assertThat(text.with(option -> "$1%s{" + option + "}\\")).isEqualTo("set $1%s{maxWait}\\ to 5");
    }

    @Test
    void hasTheOptionsOfItsPartsToo() {
        OptionText part = OptionText.of("{replicas}=%d, {plain}", 3);
        OptionText text = OptionText.of("%s %s: %s", OptionText.option("timeout"), "{replicas}", part);

        assertThat(text).hasToString("timeout {replicas}: replicas=3, plain");
        assertThat(inCapitals(text)).isEqualTo("TIMEOUT {replicas}: REPLICAS=3, PLAIN");
    }

    @Test
    void staysAsItWasWhenAnArgumentChanges() {
        StringBuilder holder = new StringBuilder("orders");
        OptionText text = OptionText.of("{holder}=%s", holder);
        holder.append("-2");

        assertThat(text).hasToString("holder=orders");
    }

    @Test
    void writesNumbersInOneWayInAllLocales() {
        Locale before = Locale.getDefault(Locale.Category.FORMAT);
        Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(OptionText.of("{boostPower}=%d", 13)).hasToString("boostPower=13");
        } finally {
            Locale.setDefault(Locale.Category.FORMAT, before);
        }
    }

    @Test
    void saysWhatAFailureSaid() {
        OptionText advice = OptionText.of("lower {replicas}");

        assertThat(inCapitals(OptionText.saidBy(new StoreException(advice, null))))
                .isEqualTo("lower REPLICAS");
        assertThat(inCapitals(OptionText.saidBy(new StoreException(advice, null))))
                .isEqualTo("lower REPLICAS");
        assertThat(inCapitals(OptionText.saidBy(new UidGenerateException(advice))))
                .isEqualTo("lower REPLICAS");
        assertThat(inCapitals(OptionText.saidBy(new OptionException("replicas", -1, "must not be negative"))))
                .isEqualTo("REPLICAS must not be negative: REPLICAS=-1");
    }

    /** Only the author of a text knows what in it is an option. */
    @Test
    void findsNoOptionInWhatOthersSaid() {
        String others = "timeout=3000, {timeout} 100%: set replicas to 1";

        assertThat(inCapitals(OptionText.saidBy(new IllegalStateException(others))))
                .isEqualTo(others);
        assertThat(inCapitals(OptionText.saidBy(new UidGenerateException(others))))
                .isEqualTo(others);
        assertThat(inCapitals(OptionText.saidBy(new StoreException(others, null))))
                .isEqualTo(others);
        assertThat(inCapitals(OptionText.saidBy(new StoreException(others, null))))
                .isEqualTo(others);
    }
}
