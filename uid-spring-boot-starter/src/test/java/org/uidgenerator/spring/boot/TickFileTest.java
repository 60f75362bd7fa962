package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.worker.StaticWorkerIdAssigner;

/** A worker id from the properties, whose file says which ticks were used. */
class TickFileTest {
    @TempDir
    Path folder;

    private ApplicationContextRunner context(String... properties) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
                .withPropertyValues("uid.worker.id=7", "uid.worker.namespace=boot", "uid.worker.tick-file=" + file())
                .withPropertyValues(properties);
    }

    private Path file() {
        return folder.resolve("worker");
    }

    @Test
    void startsAboveWhatTheFileSays() throws IOException {
        Instant ahead = Instant.now().plusSeconds(3_600);
        StaticWorkerIdAssigner.of(7).withNamespace("boot").withTickFile(file()).createFile(UidLayout.DEFAULT, ahead);
        AtomicLong last = new AtomicLong(UidLayout.DEFAULT.minUid(ahead));

        for (int i = 0; i < 3; i++) {
            context().run(started -> {
                long uid = started.getBean(UidGenerator.class).getUID();
                assertThat(uid).isGreaterThan(last.get());
                last.set(uid);
            });
        }
    }

    @Test
    void isRefusedWhereItIsMissing() {
        context()
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .hasMessageStartingWith("it is missing. Make it once, with 'uid tick-file create'"));
    }

    @Test
    void isRefusedBesideARestartGap() {
        context("uid.worker.restart-gap=5s")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .hasMessage(
                                "restartGap must not be set where file says which ticks were used (file=%s): restartGap=PT5S",
                                file()));
    }
}
