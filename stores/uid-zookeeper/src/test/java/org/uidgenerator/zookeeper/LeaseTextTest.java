package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

class LeaseTextTest {
    private static final Instant ACQUIRED = Instant.parse("2027-01-01T00:00:00.123Z");
    private static final Instant MODIFIED = Instant.parse("2027-01-01T01:00:00Z");

    private static TimedLeaseRow read(String text) {
        return LeaseText.read(7, new Node(text, 3, MODIFIED));
    }

    @Test
    void namesTheValuesLikeTheSqlColumns() {
        assertThat(LeaseText.of(new LeaseRow(7, 17, -1, 600, "layout", "host:1", true), ACQUIRED))
                .isEqualTo("TERM=17\nRESERVED_THROUGH=-1\nNEXT_RESERVATION=600\nLAYOUT=layout\nHELD=true\n"
                        + "ACQUIRED=2027-01-01T00:00:00.123Z\nHOLDER=host:1");
    }

    @Test
    void readsWhatItHasWritten() {
        for (String holder : new String[] {"", "host:1", "two\nlines\n", "HOLDER=\nTERM=1", "\u00e9\ud83d\ude00"}) {
            for (Instant acquired : new Instant[] {null, ACQUIRED}) {
                LeaseRow row = new LeaseRow(7, 17, 5_000, 0, "layout", holder, acquired == null);

                assertThat(read(LeaseText.of(row, acquired)))
                        .isEqualTo(new TimedLeaseRow(row, acquired == null ? MODIFIED : acquired, MODIFIED));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0.1",
                "TERM=1",
                "TERM=x\nRESERVED_THROUGH=1\nNEXT_RESERVATION=1\nLAYOUT=l\nHELD=true\nHOLDER=h",
                "TERM=9223372036854775808\nRESERVED_THROUGH=1\nNEXT_RESERVATION=1\nLAYOUT=l\nHELD=true\nHOLDER=h",
                "TERM=1\nRESERVED_THROUGH=1\nNEXT_RESERVATION=1\nLAYOUT=l\nACQUIRED=yesterday\nHELD=true\nHOLDER=h",
                "TERM=1\nRESERVED_THROUGH=1\nNEXT_RESERVATION=1\nLAYOUT=l\nHELD=true\nHOLD=h",
                "TERM=1\nRESERVED_THROUGH=1\nNEXT_RESERVATION=1\nLAYOUT=l\nHELD=TRUE\nHOLDER=h",
                "TERM=1\nRESERVED_THROUGH=1\nNEXT_RESERVATION=1\nLAYOUT=l\nHOLDER=h",
                "TERM=1\nRESERVED_THROUGH=1\nNEXT_RESERVATION=1\nLAYOUT=l"
            })
    void readsNothingElse(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
