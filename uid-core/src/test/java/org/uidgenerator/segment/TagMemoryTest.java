package org.uidgenerator.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidRange;
import org.uidgenerator.generator.VirtualTime;

/** The cost of tags that are not used, by the heap that is left after a collection. */
@Tag("proof")
class TagMemoryTest {
    /** Each has a task, since its first range is taken in the background. */
    private static final int MOST_BYTES_OF_A_QUIET_TAG = 600;

    private final VirtualTime time = new VirtualTime();
    private final SegmentStore store = (tag, length) -> new UidRange(1, length, 1);
    private final SegmentIdGenerator generator = SegmentIdGenerator.builder(store)
            .minStep(1_000_000)
            .nanoClock(time)
            .threadFactory(time)
            .build();

    @AfterEach
    void close() {
        generator.close();
    }

    /** The serial collector moves what is left at the bottom of the heap in one of four collections only. */
    private static long heap() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void aQuietTagCostsBytes() {
        generator.getUID("first");
        int tags = 20_000;
        long before = heap();

        for (int i = 0; i < tags; i++) {
            generator.getUID("tag" + i);
        }

        assertThat((heap() - before) / tags).isLessThan(MOST_BYTES_OF_A_QUIET_TAG);
    }

    @Test
    void aTagThatWasBusyGivesItsKilobytesBack() {
        generator.getUID("first");
        int tags = 2_000;
        long before = heap();
        for (int i = 0; i < tags; i++) {
            SegmentTag tag = generator.tag("tag" + i);
            for (int call = 0; call < 1_200; call++) {
                tag.getUID();
            }
        }
        assertThat((heap() - before) / tags).isGreaterThan(4 * MOST_BYTES_OF_A_QUIET_TAG);

        time.pass(Duration.ofSeconds(30));

        assertThat(generator.status()).noneMatch(SegmentStatus::buffered);
        assertThat((heap() - before) / tags).isLessThan(2 * MOST_BYTES_OF_A_QUIET_TAG);
    }
}
