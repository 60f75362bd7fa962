package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;

/** An application with several generators is closed while their store does not answer. */
class ClosingTest {
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(3);

    /** Gives connections until it hangs. */
    private static final class HangingDataSource extends DelegatingDataSource {
        private volatile boolean hangs;
        private final CountDownLatch letGo = new CountDownLatch(1);

        HangingDataSource(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (hangs) {
                try {
                    letGo.await();
                } catch (InterruptedException e) {
                    throw new SQLException("interrupted while the database hangs", e);
                }
            }
            return super.getConnection();
        }
    }

    @Test
    void waitsOnceForAStoreThatHangsHoweverManyGeneratorsThereAre() {
        HangingDataSource dataSource = new HangingDataSource(Databases.h2());
        String[] generators = Stream.of("a", "b", "c", "d", "e", "f")
                .map(name -> "uid.generators." + name + ".type=" + (name.equals("a") ? "unbuffered" : "cached"))
                .toArray(String[]::new);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
                .withBean(DataSource.class, () -> dataSource)
                .withPropertyValues("uid.worker.close-timeout=" + STORE_TIMEOUT)
                .withPropertyValues(generators)
                .run(context -> {
                    assertThat(context.getBeansOfType(ManagedUidGenerator.class).values())
                            .hasSize(generators.length)
                            .allSatisfy(
                                    generator -> assertThat(generator.getUID()).isPositive());
                    dataSource.hangs = true;
                    long start = System.nanoTime();

                    context.close();

                    // One after the other they would wait six times as long.
                    assertThat(Duration.ofNanos(System.nanoTime() - start))
                            .isBetween(STORE_TIMEOUT, STORE_TIMEOUT.multipliedBy(3));
                });
        dataSource.letGo.countDown();
    }
}
