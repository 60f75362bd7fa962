package org.uidgenerator.benchmarks.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.uidgenerator.benchmarks.contestants.Entrant;

class ChildJvmTest {
    @Test
    void auditsInAJvmOfItsOwn() throws IOException, InterruptedException {
        Audited audited = ChildJvm.run(Audited.class, AuditProgram.class, Entrant.COSID, 2, 10, 1_000);

        assertThat(audited.contestant()).isEqualTo(Entrant.COSID);
        assertThat(audited.compared()).isPositive();
        assertThat(audited.aheadMillis()).isBetween(-1_000L, 1_000L);
    }

    @Test
    void measuresTheStartToTheFirstUid() throws IOException, InterruptedException {
        assertThat(ChildJvm.run(Double.class, FirstUidProgram.class)).isBetween(1.0, 10_000.0);
    }

    @Test
    void saysWhichProgramFailed() {
        assertThatIOException()
                .isThrownBy(() -> ChildJvm.run(Audited.class, AuditProgram.class, "NOBODY", 1, 1, 1))
                .withMessage("AuditProgram[NOBODY, 1, 1, 1] ended with exit code 1");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void countsWhatVirtualThreadsGotAndLost() throws IOException, InterruptedException {
        VirtualThreadsRun run = ChildJvm.run(VirtualThreadsRun.class, VirtualThreadsProgram.class, 200, 50);

        assertThat(run.uids()).isEqualTo(10_000);
        assertThat(run.duplicates()).isZero();
        assertThat(run.lost()).isGreaterThanOrEqualTo(0);
        assertThat(run.seconds()).isPositive();
    }
}
