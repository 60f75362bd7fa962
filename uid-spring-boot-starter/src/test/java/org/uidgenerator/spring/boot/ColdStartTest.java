package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.UidGeneratorFactoryBean;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/**
 * What the starter adds to the cold start of a small application: a web server, a connection pool and H2 in memory.
 * Each start has a JVM of its own, and the variants take turns. Runs only if asked for, with
 * {@code -Dcold-start.rounds=15}, because it is figures that it is for. On a busy machine compare the CPU time of the
 * main thread, as the elapsed time depends on what else runs.
 */
@Timeout(value = 1, unit = TimeUnit.DAYS) // as many rounds as are asked for
@EnabledIfSystemProperty(named = "cold-start.rounds", matches = "\\d+")
class ColdStartTest {
    private static final int ROUNDS = Integer.getInteger("cold-start.rounds", 1);

    private static final Pattern STARTED =
            Pattern.compile("started: elapsed=(\\d+) ms, cpu=(\\d+) ms, classes=(\\d+), generator=(true|false)");

    @TempDir
    private static Path output;

    private enum Variant {
        /**
         * Without the starter. No bean asks the pool for a connection, so it makes none, and the database is not there.
         */
        DATABASE_NOT_USED("--database.used=false"),

        /** Without the starter. One query in a transaction. */
        DATABASE_USED("--database.used=true"),

        /** With the starter, which leases a worker id. */
        STARTER("--database.used=false");

        private final String argument;

        Variant(String argument) {
            this.argument = argument;
        }

        private String classPath() throws URISyntaxException {
            String all = System.getProperty("java.class.path");
            if (this == STARTER) {
                return all;
            }
            List<String> ours = new ArrayList<>();
            for (Class<?> type : List.of(
                    UidGenerator.class,
                    LeasedWorkerIds.class,
                    UidGeneratorFactoryBean.class,
                    UidAutoConfiguration.class)) {
                ours.add(Path.of(type.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString());
            }
            return Arrays.stream(all.split(File.pathSeparator))
                    .filter(entry -> !ours.contains(Path.of(entry).toString()))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private record Start(long elapsedMillis, long cpuMillis, long classes, boolean generator) {}

    @Test
    void startsWithTheStarterAndWithout() throws Exception {
        Map<Variant, List<Start>> starts = new EnumMap<>(Variant.class);
        for (int round = 0; round < ROUNDS; round++) {
            List<Variant> turns = new ArrayList<>(List.of(Variant.values()));
            if (round % 2 == 1) {
                Collections.reverse(turns);
            }
            for (Variant variant : turns) {
                starts.computeIfAbsent(variant, none -> new ArrayList<>()).add(start(variant));
            }
        }

        starts.forEach((variant, all) -> System.out.println(variant + ", median of " + ROUNDS + ": elapsed "
                + median(all, Start::elapsedMillis) + " ms, CPU of the main thread " + median(all, Start::cpuMillis)
                + " ms, " + median(all, Start::classes) + " classes"));
        starts.forEach((variant, all) -> assertThat(all)
                .allSatisfy(start -> assertThat(start.generator()).isEqualTo(variant == Variant.STARTER)));
    }

    private static long median(List<Start> starts, ToLongFunction<Start> figure) {
        return starts.stream()
                .mapToLong(figure)
                .sorted()
                .skip(ROUNDS / 2)
                .findFirst()
                .orElseThrow();
    }

    private static Start start(Variant variant) throws IOException, InterruptedException, URISyntaxException {
        Path log = Files.createTempFile(output, "start", ".log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dorg.springframework.boot.logging.LoggingSystem=none",
                        "-cp",
                        variant.classPath(),
                        Application.class.getName(),
                        variant.argument,
                        "--server.port=0")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(log);
        Matcher started = STARTED.matcher(said);
        assertThat(started.find()).as(said).isTrue();
        return new Start(
                Long.parseLong(started.group(1)),
                Long.parseLong(started.group(2)),
                Long.parseLong(started.group(3)),
                Boolean.parseBoolean(started.group(4)));
    }

    /** The small application. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        /** Starts it, reports, and ends it. */
        public static void main(String[] args) {
            try (ConfigurableApplicationContext context = SpringApplication.run(Application.class, args)) {
                long cpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                long elapsed = System.currentTimeMillis()
                        - ManagementFactory.getRuntimeMXBean().getStartTime();
                System.out.println("started: elapsed=" + elapsed + " ms, cpu=" + cpuNanos / 1_000_000 + " ms, classes="
                        + ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount() + ", generator="
                        + context.containsBean("uidGenerator"));
            }
        }

        @Bean
        @ConditionalOnProperty("database.used")
        SmartInitializingSingleton query(JdbcTemplate jdbc, TransactionTemplate transaction) {
            return () -> transaction.executeWithoutResult(status -> jdbc.queryForList("SELECT 1"));
        }
    }
}
