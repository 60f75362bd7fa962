package org.uidgenerator.worker.lease.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServerDateTest {
    private static final String NOON = "Fri, 01 Jan 2027 12:00:00 GMT";

    private static Instant seen(String host, String date) {
        return ServerDate.read(date, Instant.parse(host));
    }

    @Test
    void takesTheClockOfThisHostToBeRightWithinTheSecond() {
        for (String host : new String[] {"2027-01-01T12:00:00Z", "2027-01-01T12:00:00.999Z"}) {
            assertThat(seen(host, NOON)).isEqualTo(host);
        }
    }

    @Test
    void seesThatTheClockOfThisHostIsWrong() {
        assertThat(seen("2027-01-01T11:59:59.7Z", NOON)).isEqualTo("2027-01-01T12:00:00Z");
        assertThat(seen("2027-01-01T12:00:01Z", NOON)).isEqualTo("2027-01-01T12:00:00.999999999Z");
    }

    @Test
    void hasNothingAgainstTheClockOfThisHostWhereAnAnswerHasNoDate() {
        String host = "2027-01-01T13:00:00Z";

        assertThat(seen(host, null)).isEqualTo(host);
        assertThat(seen(host, "noon")).isEqualTo(host);
    }
}
