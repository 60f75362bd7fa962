package org.uidgenerator.benchmarks.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.uidgenerator.UidLayout;
import org.uidgenerator.benchmarks.contestants.Entrant;

@Tag("proof")
class ChildJvmTest {
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    @Test
    void auditsInAJvmOfItsOwn() throws IOException, InterruptedException {
        Audit audited = ChildJvm.run(JAVA_HOME, Audit.class, Entrant.COSID, 2, 10, 1_000);

        assertThat(audited.contestant()).isEqualTo(Entrant.COSID);
        assertThat(audited.compared()).isPositive();
        assertThat(audited.aheadMillis()).isBetween(-10_000L, 1_500L); // late if the machine is busy
    }

    @Test
    void measuresTheStartToTheFirstUid() throws IOException, InterruptedException {
        FirstUid firstUid = ChildJvm.run(JAVA_HOME, FirstUid.class);

        assertThat(firstUid.coldMillis()).isBetween(1.0, 60_000.0);
        assertThat(firstUid.warmMillis()).isPositive().isLessThan(firstUid.coldMillis());
    }

    @Test
    void countsWhatAGeneratorAdds() throws IOException, InterruptedException {
        Footprint footprint = ChildJvm.run(JAVA_HOME, Footprint.class, Entrant.CACHED_DEFAULT_LAYOUT, 1);

        assertThat(footprint.classes()).isBetween(20L, 1_000L);
        assertThat(footprint.lambdas()).isBetween(1L, footprint.classes());
        assertThat(footprint.threads()).isBetween(1L, 4L);
        assertThat(footprint.seconds()).isEqualTo(1);
        assertThat(footprint.idle()).isBetween(0.0, 0.5);
    }

    @Test
    void knowsTheReleaseOfAJdk() {
        assertThat(ChildJvm.featureOf(JAVA_HOME)).isEqualTo(Runtime.version().feature());
    }

    @Test
    void saysWhichProgramFailed() {
        assertThatIOException()
                .isThrownBy(() -> ChildJvm.run(JAVA_HOME, Audit.class, "NOBODY", 1, 1, 1))
                .withMessage("Audit[NOBODY, 1, 1, 1] ended with exit code 1");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void countsWhatVirtualThreadsGotAndLost() throws IOException, InterruptedException {
        VirtualThreads run = ChildJvm.run(JAVA_HOME, VirtualThreads.class, 200, 50);

        assertThat(run.handout().uids()).isEqualTo(10_000);
        assertThat(run.handout().duplicates()).isZero();
        assertThat(run.handout().lost()).isGreaterThanOrEqualTo(0);
        assertThat(run.seconds()).isPositive();
    }

    @Test
    void countsWhatShortLivedThreadsGotAndLost() throws IOException, InterruptedException {
        ShortLivedThreads run = ChildJvm.run(JAVA_HOME, ShortLivedThreads.class, 200, 4, 50);

        assertThat(run.threads()).isEqualTo(200);
        assertThat(run.alive()).isEqualTo(4);
        assertThat(run.handout().uids()).isEqualTo(10_000);
        assertThat(run.handout().duplicates()).isZero();
        assertThat(run.handout().lost()).isGreaterThanOrEqualTo(0);
        assertThat(run.blockUids()).isGreaterThanOrEqualTo(1_024);
        assertThat(run.seconds()).isPositive();
    }

    @Test
    void measuresWhatIsLeftOfTheRateWithNothingToBorrow() throws IOException, InterruptedException {
        Sustained run = ChildJvm.run(JAVA_HOME, Sustained.class, Entrant.CACHED_DEFAULT_LAYOUT, 2, 1, false);

        assertThat(run.contestant()).isEqualTo(Entrant.CACHED_DEFAULT_LAYOUT);
        assertThat(run.seconds()).isGreaterThanOrEqualTo(1);
        assertThat(run.ids()).isPositive();
        assertThat(run.perSecond()).isLessThan(10L << UidLayout.DEFAULT.seqBits());
    }

    @Test
    void measuresWhatWorkerIdsSustainTogether() throws IOException, InterruptedException {
        SustainedByWorkerIds run = ChildJvm.run(JAVA_HOME, SustainedByWorkerIds.class, 2, 2, 1);

        assertThat(run.workerIds()).isEqualTo(2);
        assertThat(run.secondsToTakeThem()).isPositive();
        assertThat(run.ids()).isPositive();
        assertThat(run.perSecond()).isLessThan(20L << UidLayout.DEFAULT.seqBits());
    }

    @Test
    void dividesTheIdsByTheSeconds() {
        assertThat(new Sustained(Entrant.CACHED, 2, 5).perSecond()).isEqualTo(3);
        assertThat(new SustainedByWorkerIds(2, 9, 2, 5).perSecond()).isEqualTo(3);
    }
}
