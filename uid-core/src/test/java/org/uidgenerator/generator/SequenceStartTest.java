package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerLease;

class SequenceStartTest {
    private final VirtualTime time = new VirtualTime();

    private DefaultUidGenerator with(SequenceStart start, UidLayout layout) {
        return DefaultUidGenerator.builder(ignored -> WorkerLease.neverReused(7))
                .layout(layout)
                .sequenceStart(start)
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .build();
    }

    /** The sequences of the UIDs that it gives at this rate. */
    private long[] sequences(DefaultUidGenerator generator, int ticks, int perTick) {
        return IntStream.range(0, ticks)
                .mapToObj(tick -> {
                    long[] uids = new long[perTick];
                    generator.getUIDs(uids);
                    time.pass(Duration.ofSeconds(1));
                    return uids;
                })
                .flatMapToLong(Arrays::stream)
                .map(uid -> generator.decode(uid).sequence())
                .toArray();
    }

    @Test
    void startsAtZero() {
        assertThat(sequences(with(SequenceStart.ZERO, UidLayout.DEFAULT), 3, 2)).containsExactly(0, 1, 0, 1, 0, 1);
    }

    @ParameterizedTest
    @EnumSource(value = FieldOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "WORKER_TIME_SEQUENCE")
    void goesRound(FieldOrder order) {
        UidLayout layout = UidLayout.builder()
                .timeBits(40)
                .workerBits(19)
                .seqBits(4)
                .fieldOrder(order)
                .build();

        assertThat(sequences(with(SequenceStart.ROTATING, layout), 5, 3))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void goesRoundAmongTheFirst1024Sequences() {
        assertThat(sequences(with(SequenceStart.ROTATING, UidLayout.DEFAULT), 4, 500))
                .contains(0, 999, 1_000, 1_499, 476, 975)
                .doesNotContain(1_500);
    }

    @Test
    void givesEachRemainderEquallyOftenWhereItGoesRound() {
        long[] perShard = new long[8];
        for (long sequence : sequences(with(SequenceStart.ROTATING, UidLayout.DEFAULT), 1_024, 3)) {
            perShard[(int) sequence % 8]++;
        }

        assertThat(perShard).containsOnly(3 * 1_024 / 8);
    }

    @ParameterizedTest
    @EnumSource(names = {"RANDOM", "ROTATING"})
    void spreadsTheLowBitsAtOneUidATick(SequenceStart start) {
        DefaultUidGenerator generator = with(start, UidLayout.DEFAULT);

        LowBitsAssert.assertSpread(() -> {
            time.pass(Duration.ofSeconds(1));
            return generator.getUID();
        });
    }

    @ParameterizedTest
    @EnumSource
    void skipsNothingWhenTheTickBeforeWasUsedUp(SequenceStart start) {
        UidLayout layout = UidLayout.of(40, 19, 4);
        DefaultUidGenerator generator = with(start, layout);
        generator.getUIDs(new long[16]); // a part of it in the second tick
        generator.getUIDs(new long[16]);

        long[] uids = new long[64];
        generator.getUIDs(uids);

        long wholeTick = layout.tickOf(uids[0]) + 1;
        assertThat(Arrays.stream(uids).filter(uid -> layout.tickOf(uid) == wholeTick))
                .hasSize(16);
    }
}
