package org.uidgenerator.worker.lease.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseColumnsTest {
    private static final TimedLeaseRow LEASE = new TimedLeaseRow(
            new LeaseRow(7, 17, -1, 600, "layout", "host\n:1", true),
            Instant.parse("2027-01-01T00:00:00.123Z"),
            Instant.parse("2027-01-01T01:00:00Z"));

    @Test
    void readsWhatItHasWritten() {
        Map<String, String> columns = LeaseColumns.of(LEASE);

        assertThat(columns.keySet()).containsExactlyElementsOf(LeaseColumns.NAMES);
        assertThat(columns.values())
                .containsExactly(
                        "17",
                        "-1",
                        "600",
                        "layout",
                        "true",
                        "2027-01-01T00:00:00.123Z",
                        "2027-01-01T01:00:00Z",
                        "host\n:1");
        assertThat(LeaseColumns.read(7, columns)).isEqualTo(LEASE);
    }

    @ParameterizedTest
    @CsvSource({"TERM, 007", "TERM, x", "NEXT_RESERVATION, 9223372036854775808", "HELD, TRUE", "ACQUIRED, today"})
    void refusesAnotherTextByItsName(String name, String text) {
        Map<String, String> columns = LeaseColumns.of(LEASE);
        columns.put(name, text);

        assertThatThrownBy(() -> LeaseColumns.read(7, columns))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(name + "=" + text);
    }

    @Test
    void refusesAMissingTextByItsName() {
        for (String name : LeaseColumns.NAMES) {
            Map<String, String> columns = LeaseColumns.of(LEASE);
            columns.remove(name);

            assertThatThrownBy(() -> LeaseColumns.read(7, columns)).hasMessage(name + "=null");
        }
    }
}
