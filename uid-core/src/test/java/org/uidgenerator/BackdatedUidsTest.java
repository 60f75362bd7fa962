package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackdatedUidsTest {
    private static final Instant TIME = Instant.parse("2026-03-01T12:00:00Z");

    private final UidLayout layout = UidLayout.of(51, 10, 2);
    private final BackdatedUids uids = new BackdatedUids(layout, 1023);

    @Test
    void hasTheTimeAskedFor() {
        assertThat(layout.decode(uids.uidAt(TIME)))
                .isEqualTo(new DecodedUid(layout.encode(TIME, 1023, 0), TIME, 1023, 0, 1023, 0));
        assertThat(layout.decode(uids.uidAt(TIME.plusMillis(999))).sequence()).isEqualTo(1);
        assertThat(layout.decode(uids.uidAt(TIME.plusSeconds(1))).sequence()).isZero();
    }

    @Test
    void goesOnInTheTicksThatFollowWhereMoreHaveATimeThanItHolds() {
        List<Instant> times = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            times.add(layout.decode(uids.uidAt(TIME)).time());
        }

        assertThat(times.subList(0, 4)).containsOnly(TIME);
        assertThat(times.subList(4, 8)).containsOnly(TIME.plusSeconds(1));
        assertThat(times.get(8)).isEqualTo(TIME.plusSeconds(2));
        assertThat(layout.decode(uids.uidAt(TIME.plusSeconds(1))).sequence())
                .as("keeps counting in the tick it has got to")
                .isEqualTo(1);
        assertThat(layout.decode(uids.uidAt(TIME.plusSeconds(9))).time()).isEqualTo(TIME.plusSeconds(9));
    }

    @Test
    void increasesStrictlyAndGoesOnAfterACrash() {
        Random random = new Random(7);
        BackdatedUids source = uids;
        Instant time = TIME;
        long last = -1;
        for (int i = 0; i < 10_000; i++) {
            time = time.plusMillis(random.nextInt(500));
            if (random.nextInt(100) == 0) {
                source = last < 0 ? source : BackdatedUids.after(layout, last);
            }
            long uid = source.uidAt(time);
            assertThat(uid).isGreaterThan(last);
            assertThat(layout.decode(uid).workerId()).isEqualTo(1023);
            assertThat(layout.decode(uid).time()).isAfterOrEqualTo(time.minusMillis(999));
            last = uid;
        }
    }

    @Test
    void refusesTimesThatDescend() {
        uids.uidAt(TIME);

        assertThatThrownBy(() -> uids.uidAt(TIME.minusMillis(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "times must not descend, so sort the rows: time=2026-03-01T11:59:59.999Z, before=2026-03-01T12:00:00Z");
    }

    @Test
    void refusesTimesAndWorkersThatTheLayoutDoesNotHold() {
        assertThatThrownBy(() -> uids.uidAt(layout.epoch().minusMillis(1)))
                .hasMessageStartingWith("time must be in [2026-01-01T00:00:00Z, ")
                .hasMessageEndingWith("): time=2025-12-31T23:59:59.999Z");
        assertThatThrownBy(() -> new BackdatedUids(layout, 1024))
                .hasMessage("workerId must be in [0, 1023] (workerBits=10): workerId=1024");
        assertThatThrownBy(() -> BackdatedUids.after(layout, -1)).hasMessage("uid must not be negative: uid=-1");
    }

    @Test
    void endsWithTheLayout() {
        UidLayout small = UidLayout.builder()
                .totalBits(4)
                .timeBits(2)
                .workerBits(1)
                .seqBits(1)
                .build();
        BackdatedUids source = new BackdatedUids(small, 1);
        Instant last = small.timeOf(3);

        assertThat(source.uidAt(last)).isEqualTo(14);
        assertThat(source.uidAt(last)).isEqualTo(15);
        assertThatThrownBy(() -> source.uidAt(last))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "the last tick is used up: the layout 2/1/1 bits of PT1S from 2026-01-01T00:00:00Z ends at 2026-01-01T00:00:04Z");
    }
}
