package org.uidgenerator.benchmarks.contestants;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.benchmarks.programs.Audit;
import org.uidgenerator.test.internal.Patience;

class EntrantTest {
    private static final int THREADS = 2;
    private static final int LEAST = 10;
    private static final int KEPT = 20_000;
    private static final long MILLIS = 40;

    @ParameterizedTest
    @EnumSource
    void givesWhatItsKindPromisesAndCloses(Entrant entrant) throws InterruptedException {
        Set<Thread> before = userThreads();

        Audit audited = Audit.of(entrant, THREADS, MILLIS, KEPT);

        assertThat(audited.compared()).isBetween((long) THREADS * LEAST, (long) THREADS * KEPT);
        if (entrant.kind().isDistinct()) {
            assertThat(audited.duplicates()).isZero();
        }
        if (entrant.kind() != Kind.UUID) {
            assertThat(audited.negative()).isZero();
        }
        Set<Thread> left = userThreads();
        left.removeAll(before);
        for (Thread thread : left) {
            Patience.join(thread);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "ORIGINAL",
                "ORIGINAL_WIDE",
                "CACHED_UNLIMITED",
                "CACHED",
                "CACHED_STRICT",
                "CACHED_DEFAULT_LAYOUT",
                "UNBUFFERED_DEFAULT_LAYOUT",
                "UUID_V7_OF_UIDS",
                "YITTER"
            })
    void tellsTheTimeOfItsIds(Entrant entrant) throws InterruptedException {
        Audit audited = Audit.of(entrant, 1, 5, 10);

        boolean isOurs =
                entrant.kind() == Kind.OURS && entrant != Entrant.SEGMENTS && entrant != Entrant.SEGMENTS_OF_DATABASE;
        boolean hasTime = isOurs || entrant.kind() == Kind.SNOWFLAKE || entrant == Entrant.UUID_V7;
        if (hasTime) {
            assertThat(audited.aheadMillis()).isBetween(-60_000L, 1_500L); // late if the machine is busy
        } else {
            assertThat(audited.aheadMillis()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CACHED_UNLIMITED", "ORIGINAL"})
    void runsAheadOfTheClock(Entrant entrant) {
        try (Contestant contestant = entrant.start()) {
            Patience.awaitUntil(() -> {
                for (int i = 0; i < 100_000; i++) {
                    contestant.next();
                }
                return contestant.epochMilli(contestant.next()).orElseThrow() > System.currentTimeMillis() + 2_000;
            });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CACHED_DEFAULT_LAYOUT", "UNBUFFERED_DEFAULT_LAYOUT"})
    void keepsToTheClockWithNothingToBorrow(Entrant entrant) {
        try (Contestant contestant = entrant.startWithNothingToBorrow()) {
            long most = 0;
            for (int i = 0; i < 2 << UidLayout.DEFAULT.seqBits(); i++) {
                long uid = contestant.next();
                long ahead = contestant.epochMilli(uid).orElseThrow() - System.currentTimeMillis();
                most = Math.max(most, ahead);
            }

            assertThat(most).isLessThanOrEqualTo(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void hasACapIfItIsCapped(Entrant entrant) {
        assertThat(entrant.capPerSecond() > 0).isEqualTo(entrant.pace() == Pace.CAPPED);
    }

    @Test
    void countsTheDuplicatesOfWhatIsNotDistinct() throws InterruptedException {
        Audit audited = Audit.of(Entrant.PLAIN_FIELD, THREADS, MILLIS, LEAST);

        assertThat(audited.compared()).isEqualTo(THREADS * LEAST);
        assertThat(audited.duplicates()).isEqualTo(LEAST);
    }

    private static Set<Thread> userThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .collect(Collectors.toSet());
    }
}
