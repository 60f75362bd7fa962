package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One worker id sustains 1,000 UIDs a second, and the ring holds 8 seconds of one. */
class WorkerIdDemandTest {
    private static final int RATE = 1_000;
    private static final int RING_SECONDS = 10;
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;

    private final Generator generator = new Generator(64, Duration.ofHours(24));

    @ParameterizedTest
    @CsvSource({"1.2, 2", "3.5, 4", "16, 16", "63.9, 64", "200, 64"})
    void hasWhatADemandNeedsThatLasts(double demand, int workerIds) {
        generator.run(10 * MINUTE, second -> demand * RATE);

        assertThat(generator.held).isEqualTo(workerIds);
    }

    @Test
    void takesNoneForADemandThatOneSustains() {
        generator.run(HOUR, second -> RATE);

        assertThat(generator.mostHeld).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"20, 3", "10, 20", "5, 40", "1, 200"})
    void borrowsOnlyForAShortBurst(int seconds, int demand) {
        generator.run(HOUR, second -> second % (10 * MINUTE) < seconds ? demand * RATE : RATE / 10.0);

        assertThat(generator.mostHeld).isEqualTo(1);
    }

    @Test
    void doesNotTakeMoreOnceItCatchesUp() {
        generator.run(10 * MINUTE, second -> 3.5 * RATE);

        assertThat(generator.mostHeld).isEqualTo(4);
        assertThat(generator.changes).isEqualTo(1);
    }

    @Test
    void waitsUntilTheRingHasBeenHandedOutBeforeItTakesMore() {
        WorkerIdDemand demand = new WorkerIdDemand(64, RATE, 100 * RATE, Duration.ofSeconds(RING_SECONDS));
        int wanted = 1;
        for (int second = 0; wanted == 1; second++) {
            wanted = demand.applyAsInt(reading(second, 1, 1_000L * second, 2L * RATE * second));
        }
        assertThat(wanted).isEqualTo(2);
        long joined = 1_000_000;
        for (int second = 0; second <= 40; second++) { // 2,500 a second
            assertThat(demand.applyAsInt(reading(1_000 + second, 2, 1_000_000, joined + 2_500L * second)))
                    .as("second %d", second)
                    .isEqualTo(second < 40 ? 2 : 3);
        }
    }

    @Test
    void judgesHowManyItHasByTheTimeSinceItHasThem() {
        WorkerIdDemand demand = new WorkerIdDemand(64, RATE, 1, Duration.ofSeconds(RING_SECONDS));
        for (int second = 0; second <= 90; second++) { // 3,200 a second
            int held = second <= 30 ? 1 : 3;
            assertThat(demand.applyAsInt(reading(second, held, 100_000, 3_200L * second)))
                    .as("second %d", second)
                    .isEqualTo(second < 30 ? 1 : second == 30 || second > 60 ? 4 : 3);
        }
    }

    @Test
    void takesTwiceAsManyAfterThreeSecondsAtTheLimitEachTime() {
        WorkerIdDemand demand = new WorkerIdDemand(64, RATE, 0, Duration.ofSeconds(RING_SECONDS));
        int held = 1;
        for (int second = 1; second <= 12; second++) {
            int wanted = demand.applyAsInt(new WorkerIdDemand.Reading(second * 1_000_000_000L, held, 0, 0, true));
            assertThat(wanted).as("second %d", second).isEqualTo(second % 3 == 0 ? 2 * held : held);
            held = wanted;
        }
    }

    @Test
    void takesTwiceAsManyAtTheLimitWhereTheDemandCannotBeSeen() {
        Generator limited = new Generator(64, Duration.ofSeconds(15));

        limited.run(2 * MINUTE, second -> 20.0 * RATE);

        assertThat(limited.held).isBetween(20, 39);
        assertThat(limited.secondsWaited).isLessThan(40);
    }

    @Test
    void aMomentAtTheLimitIsNone() {
        WorkerIdDemand demand = new WorkerIdDemand(64, RATE, 8 * RATE, Duration.ofSeconds(RING_SECONDS));
        for (int second = 0; second < 100; second++) {
            boolean isAtLimit = second % 3 != 2;
            assertThat(demand.applyAsInt(
                            new WorkerIdDemand.Reading(second * 1_000_000_000L, 1, 10_000, 1_000L * second, isAtLimit)))
                    .isEqualTo(1);
        }
    }

    @Test
    void givesBackWhatIsNotNeededAfterTenCalmMinutes() {
        generator.run(5 * MINUTE, second -> 8.0 * RATE);
        assertThat(generator.held).isEqualTo(8);
        generator.catchUp();

        generator.run(10 * MINUTE - 5, second -> 2.0 * RATE);
        assertThat(generator.held).isEqualTo(8);
        generator.run(10, second -> 2.0 * RATE);
        assertThat(generator.held).as("2 / 0.7, rounded up").isEqualTo(3);
    }

    @Test
    void keepsWhatTheGreatestDemandOfTheTenMinutesNeeds() {
        generator.run(5 * MINUTE, second -> 8.0 * RATE);
        generator.catchUp();

        generator.run(5 * MINUTE, second -> 4.0 * RATE);
        generator.run(5 * MINUTE + 10, second -> 2.0 * RATE);

        assertThat(generator.held).as("4 / 0.7, rounded up").isEqualTo(6);
    }

    @Test
    void keepsWhatTheOthersCouldHardlyDoWithout() {
        generator.run(5 * MINUTE, second -> 8.0 * RATE);
        generator.catchUp();

        generator.run(HOUR, second -> 5.0 * RATE);

        assertThat(generator.held).as("5 is more than 0.7 of 7").isEqualTo(8);
    }

    @Test
    void keepsAllWhileItIsAheadOfTheClock() {
        generator.run(5 * MINUTE, second -> 8.0 * RATE);
        generator.borrowedSeconds = 2 * HOUR;

        generator.run(HOUR, second -> 0);
        assertThat(generator.held).isEqualTo(8);
        generator.run(75 * MINUTE, second -> 0);

        assertThat(generator.held).isEqualTo(1);
    }

    @Test
    void aDemandThatFlapsWithinTenMinutesKeepsThem() {
        generator.run(5 * MINUTE, second -> 8.0 * RATE);
        int changes = generator.changes;

        generator.run(6 * HOUR, second -> second % (8 * MINUTE) < MINUTE ? 7.5 * RATE : 0);

        assertThat(generator.changes).isEqualTo(changes);
    }

    @Test
    void followsADayOfRisingAndFallingDemand() {
        generator.run(24 * HOUR, second -> 10.0 * RATE * (1 - Math.cos(2 * Math.PI * second / (24 * HOUR))));

        assertThat(generator.mostHeld).isBetween(20, 30);
        assertThat(generator.held).isLessThan(4);
        assertThat(generator.mostBorrowedSeconds).isLessThan(5 * MINUTE);
        assertThat(generator.secondsWaited).isZero();
    }

    private static WorkerIdDemand.Reading reading(int second, int held, long borrowedMillis, long issued) {
        return new WorkerIdDemand.Reading(second * 1_000_000_000L, held, borrowedMillis, issued, false);
    }

    /** A generator that gets each worker id that it wants at once. */
    private static final class Generator {
        private final WorkerIdDemand demand;
        private final double maxBorrowSeconds;
        private int held = 1;
        private int mostHeld = 1;
        private int changes;
        private long nanoTime = 815_000_000_000L;
        private double borrowedSeconds;
        private double mostBorrowedSeconds;
        private long issued;
        private int secondsWaited;

        Generator(int most, Duration maxBorrow) {
            demand = new WorkerIdDemand(most, RATE, 8 * RATE, Duration.ofSeconds(RING_SECONDS));
            maxBorrowSeconds = maxBorrow.toSeconds();
        }

        void catchUp() {
            borrowedSeconds = 0;
        }

        /** Lets seconds pass, in each of which some UIDs are wanted. */
        void run(int seconds, IntToDoubleFunction uidsWanted) {
            for (int second = 0; second < seconds; second++) {
                double wanted = uidsWanted.applyAsDouble(second);
                double uids = Math.min(wanted, (maxBorrowSeconds - borrowedSeconds + 1) * held * RATE);
                boolean isAtLimit = uids < wanted;
                issued += Math.round(uids);
                borrowedSeconds = Math.max(0, borrowedSeconds + uids / (held * RATE) - 1);
                mostBorrowedSeconds = Math.max(mostBorrowedSeconds, borrowedSeconds);
                secondsWaited += isAtLimit ? 1 : 0;
                nanoTime += 1_000_000_000L;
                take(demand.applyAsInt(new WorkerIdDemand.Reading(
                        nanoTime, held, (long) (borrowedSeconds * 1_000), issued, isAtLimit)));
            }
        }

        private void take(int wanted) {
            changes += wanted == held ? 0 : 1;
            held = wanted;
            mostHeld = Math.max(mostHeld, held);
        }
    }
}
