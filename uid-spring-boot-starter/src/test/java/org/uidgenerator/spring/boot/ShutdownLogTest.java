package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;

/** What an application with Boot's own logging, in a process of its own, has logged by the time it has ended. */
@Tag("proof")
class ShutdownLogTest {
    private static final String READY = "the application is ready";
    private static final String REVOKE = "revoke";

    /** The ways to end an application. */
    enum Ending {
        /** By its own code, while the JVM runs on. */
        CODE,

        /**
         * By a signal, as an orchestrator does it. The shutdown hooks of Spring and of the JVM's logging run at once.
         */
        SIGNAL
    }

    @ParameterizedTest
    @EnumSource
    void saysWhichWorkerIdIsGivenBack(Ending ending) throws Exception {
        assertThat(log(ending))
                .containsOnlyOnce(" taken from WORKER_LEASE (namespace default)")
                .containsOnlyOnce("worker id 0 given back to WORKER_LEASE (namespace default), last tick ")
                .containsPattern("INFO .*worker id 0 given back");
    }

    @ParameterizedTest
    @EnumSource
    void saysWhichWorkerIdIsLeftBehindWhenItsRightsWereRevoked(Ending ending) throws Exception {
        assertThat(log(ending, REVOKE))
                .containsOnlyOnce(" taken from WORKER_LEASE (namespace default)")
                .containsOnlyOnce(
                        "WORKER_LEASE (namespace default) could not be told that 1 worker ids are given back: 0 is free from ")
                .containsPattern("WARN .*could not be told")
                .doesNotContain("given back to WORKER_LEASE");
    }

    /** Whatever it logs, a bean takes a UID when it is destroyed. */
    private static String log(Ending ending, String... arguments) throws IOException {
        Process process = ChildJvm.builder(
                        List.of("-cp", classPath()),
                        Application.class,
                        Stream.concat(Stream.of(ending.name()), Arrays.stream(arguments))
                                .toArray(String[]::new))
                .redirectErrorStream(true)
                .start();
        StringBuilder log = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.append(line).append('\n');
                if (line.equals(READY) && ending == Ending.SIGNAL) {
                    process.toHandle().destroy(); // and its output stays open
                }
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(log).contains(READY).containsPattern("a bean took \\d+ when it was destroyed");
        return log.toString();
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !new File(entry).getName().startsWith("slf4j-nop-"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** An application whose user may write to the database until the right is revoked. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    static class Application {
        /** Starts it, says that it is ready, and waits or ends. */
        public static void main(String[] args) throws Exception {
            List<String> arguments = List.of(args);
            try (Connection administrator =
                            database("sa", ";DB_CLOSE_ON_EXIT=FALSE").getConnection();
                    Statement statement = administrator.createStatement()) {
                statement.execute("CREATE USER shop PASSWORD '' ADMIN");
                ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                        .web(WebApplicationType.NONE)
                        .properties("uid.worker.close-timeout=1s")
                        .run();
                context.getBean(UidGenerator.class).getUID();
                if (arguments.contains(REVOKE)) {
                    statement.execute("ALTER USER shop ADMIN FALSE");
                }
                System.out.println(READY);
                if (arguments.contains(Ending.CODE.name())) {
                    context.close();
                } else {
                    new CountDownLatch(1).await();
                }
            }
        }

        private static JdbcDataSource database(String user, String settings) {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setUrl("jdbc:h2:mem:shop" + settings);
            dataSource.setUser(user);
            return dataSource;
        }

        @Bean
        DataSource dataSource() {
            return database("shop", "");
        }

        @Bean
        DisposableBean lastWords(UidGenerator uids) {
            return () -> System.out.println("a bean took " + uids.getUID() + " when it was destroyed");
        }
    }
}
