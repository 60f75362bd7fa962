package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;

class OverflowTest {
    private static final UidLayout LAYOUT = UidLayout.of(40, 19, 4);

    private final VirtualTime time = new VirtualTime();

    private DefaultUidGenerator.Builder with(Overflow overflow) {
        return DefaultUidGenerator.builder(layout -> new RecordingLease(7, 0))
                .layout(LAYOUT)
                .overflow(overflow)
                .sequenceStart(SequenceStart.ZERO)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time);
    }

    @Test
    void givesNothingInTimeWhenItWaitsForTheNextTick() {
        DefaultUidGenerator generator = with(Overflow.WAIT).build();
        generator.getUIDs(new long[16]);

        assertThat(generator.tryGetUID(Duration.ZERO)).isEmpty();
        assertThat(generator.tryGetUID(Duration.ofMillis(599))).isEmpty();
        assertThat(generator.tryGetUID(Duration.ofMillis(1))).isPresent();
        assertThat(generator.status().rejectedTakes()).isEqualTo(2);
    }

    @Test
    void waitsAsLongAsItTakesUntilTheNextTick() {
        DefaultUidGenerator generator = with(Overflow.WAIT).build();

        generator.getUIDs(new long[33]);

        assertThat(time.clock.instant()).isEqualTo(VirtualTime.START.plusMillis(1_600));
    }

    @Test
    void keepsThePaceOfTimeWhenWakingIsLateWhileTheClockIsBehind() {
        DefaultUidGenerator generator = with(Overflow.WAIT).build();
        generator.getUIDs(new long[16]);
        time.clock.advance(Duration.ofHours(-1));
        long start = time.nanoTime();

        generator.getUIDs(new long[160]);

        assertThat(Duration.ofNanos(time.nanoTime() - start)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void borrowsUpToMaxBorrowAtOnceAndGoesOnAtTheRateOfTheLayout() {
        DefaultUidGenerator generator =
                with(Overflow.BORROW).maxBorrow(Duration.ofSeconds(5)).build();
        long start = time.nanoTime();

        generator.getUIDs(new long[6 * 16]);

        assertThat(time.nanoTime()).isEqualTo(start);
        assertThat(generator.status().borrowed()).isEqualTo(Duration.ofMillis(4_600));
        assertThat(generator.tryGetUID(Duration.ZERO)).isEmpty();
        generator.getUIDs(new long[32]);
        assertThat(Duration.ofNanos(time.nanoTime() - start)).isEqualTo(Duration.ofMillis(1_600));
    }

    @Test
    void borrowsOnlyIfItMay() {
        assertThatThrownBy(with(Overflow.BORROW).maxBorrow(Duration.ZERO)::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("overflow must be WAIT unless maxBorrow is positive (maxBorrow=PT0S): overflow=BORROW");
    }
}
