package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OptionExceptionTest {
    @Test
    void saysTheRuleAndThenTheValue() {
        OptionException refused = new OptionException("boostPower", 13, OptionText.of("must be in [0, %d]", 12));

        assertThat(refused)
                .hasMessage("boostPower must be in [0, 12]: boostPower=13")
                .hasNoCause();
        assertThat(refused.option()).isEqualTo("boostPower");
        assertThat(refused.value()).isEqualTo(13);
        assertThat(refused.rule()).hasToString("must be in [0, 12]");
    }

    @Test
    void hasOtherNamesForCodeThatAsks() {
        OptionException refused =
                new OptionException("workerId", 16384L, OptionText.of("must be in [0, %d] ({workerBits}=14)", 16383));

        assertThat(refused.optionText().with(option -> "--" + option))
                .isEqualTo("--workerId must be in [0, 16383] (--workerBits=14): --workerId=16384");
    }

    @Test
    void namesAllOptionsThatBreakARuleTogether() {
        OptionException refused = OptionException.inWords(
                "minStep",
                10,
                OptionText.of("{minStep} must not be greater than {maxStep}"),
                OptionText.of("{minStep}=%d, {maxStep}=%d", 10, 5));

        assertThat(refused).hasMessage("minStep must not be greater than maxStep: minStep=10, maxStep=5");
        assertThat(refused.optionText().with(option -> "uid." + option))
                .isEqualTo("uid.minStep must not be greater than uid.maxStep: uid.minStep=10, uid.maxStep=5");
        assertThat(refused.option()).isEqualTo("minStep");
        assertThat(refused.value()).isEqualTo(10);
    }

    @Test
    void takesNothingInARuleOrAValueForAnOption() {
        OptionException refused = new OptionException("table", "{a} 100%", "must be [A-Z]{1,64} {b} 100%");

        assertThat(refused.optionText().with(option -> "uid." + option))
                .isEqualTo("uid.table must be [A-Z]{1,64} {b} 100%: uid.table={a} 100%");
    }

    @Test
    void showsAValueThatIsMissing() {
        assertThat(new OptionException("name", null, "must be set")).hasMessage("name must be set: name=null");
    }

    @Test
    void keepsWhatFoundItOut() {
        Exception cause = new ArithmeticException();

        assertThat(new OptionException("epochStr", "2026", OptionText.of("must be a date"), cause))
                .hasMessage("epochStr must be a date: epochStr=2026")
                .hasCause(cause);
    }

    @Test
    void losesOnlyTheValueWhenItIsSerialized() throws Exception {
        OptionException refused = new OptionException("maxWait", Duration.ofSeconds(-1), "must not be negative");

        OptionException read =
                (OptionException) new ObjectInputStream(new ByteArrayInputStream(serialized(refused))).readObject();

        assertThat(read).hasMessage(refused.getMessage());
        assertThat(read.optionText().with(option -> "max-wait"))
                .isEqualTo("max-wait must not be negative: max-wait=PT-1S");
        assertThat(read.option()).isEqualTo("maxWait");
        assertThat(read.value()).isNull();
    }

    private static byte[] serialized(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }
}
