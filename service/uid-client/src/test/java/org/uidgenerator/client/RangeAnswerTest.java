package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;

class RangeAnswerTest {
    private static final String LAYOUT = UidLayout.DEFAULT.text();

    @Test
    void readsRanges() {
        RangeAnswer answer = RangeAnswer.parse(null, LAYOUT + "\n10 19 1\n30 30 1\n", 9);

        assertThat(answer.layout()).isEqualTo(UidLayout.DEFAULT);
        assertThat(answer.ranges()).containsExactly(new UidRange(10, 19, 1), new UidRange(30, 30, 1));
        assertThat(RangeAnswer.parse(null, LAYOUT + "\n0 9223372036854775807 1", -1)
                        .ranges())
                .isEqualTo(List.of(new UidRange(0, Long.MAX_VALUE, 1)));
    }

    @Test
    void refusesWhatWasNotAskedFor() {
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n10 19 1", 10))
                .hasMessage("a range must begin above 10: \"10 19 1\"");
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n10 19 1\n19 20 1", 9))
                .hasMessage("a range must begin above 19: \"19 20 1\"");
    }

    @Test
    void refusesWhatIsNoAnswer() {
        assertThatThrownBy(() -> RangeAnswer.parse(null, "<html>", -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RangeAnswer.parse(null, "", -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n", -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it has no range: \"" + LAYOUT + "\"");
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n1 2", -1))
                .hasMessage("a range must be \"first last increment\": \"1 2\"");
        for (String line :
                List.of("1 x 1", "+1 2 1", "-1 2 1", "1 2 1 ", "1  2 1", "1 2 1 1", "\u0661 2 1", "1 2 1\r", "")) {
            assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n" + line + "\n", -1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a range must be \"first last increment\": \"" + line.replace('\r', ' ') + "\"");
        }
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n1 9223372036854775808 1", -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n\n", -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RangeAnswer.parse(null, "31/14/18\n1 2 1\n", -1))
                .hasMessage("the layout must be written " + LAYOUT + ": \"31/14/18\"");
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\r\n1 2 1\n", -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n2 1 1", -1))
                .hasMessage("0 <= first <= last must hold: first=2, last=1");
        assertThatThrownBy(() -> RangeAnswer.parse(null, LAYOUT + "\n1 5 2", -1))
                .hasMessage("the increment must be 1, as of " + UidLayout.DEFAULT + ": \"1 5 2\"");
    }
}
