package org.uidgenerator.benchmarks.service;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.benchmarks.programs.ChildJvm;
import org.uidgenerator.benchmarks.report.Machine;
import org.uidgenerator.benchmarks.report.ServiceReport;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.testing.RedisServer;

/**
 * The id service under load, beside the least that HTTP costs and the counters of stores, all over the same number of
 * connections. The servers run beside each other, and one of them has requests.
 */
public final class ServiceLoad {
    private static final int CONNECTIONS = 16;
    private static final int ROUNDS = 5;
    private static final int FIRST_REQUESTS = 1_000;
    private static final int JDK_OF_THE_IMAGE = 25;

    /** The least that a warm-up of each kind of request has. */
    private static final int WARM_UP_WINDOWS = 5;

    private static final int WARM_UP_REQUESTS = 30_000;

    private final long windowMillis;
    private final Path newestJdk;
    private final Path jar;
    private final Path work;
    private final Path folder;
    private final PrintStream out;
    private int folders;

    /**
     * A kind of request.
     *
     * @param ids the ids of one answer
     * @param server the server, or null if its processor time is unknown
     */
    private record Subject(String name, int ids, Exchange.Opening opening, ServerCommand.@Nullable Server server) {}

    /**
     * Makes a run.
     *
     * @param properties {@code benchmark.millis}, the length of a window
     * @param newestJdk the home of the JDK that starts the image
     * @param folder the folder of the report
     */
    public ServiceLoad(Properties properties, Path newestJdk, Path folder, PrintStream out) {
        windowMillis = Long.parseLong(properties.getProperty("benchmark.millis", "3000"));
        jar = Path.of("service/uid-server/target/uid-server-runnable.jar").toAbsolutePath();
        work = Path.of("uid-benchmarks/target/service").toAbsolutePath();
        this.newestJdk = newestJdk;
        this.folder = folder;
        this.out = out;
    }

    /**
     * Measures everything, and writes the report. The starts of the image need the newest JDK to be that of the image.
     */
    public void run() throws IOException, InterruptedException, ExecutionException, SQLException {
        Path folderOfApp = newFolder();
        execute(
                folderOfApp,
                ChildJvm.java(Path.of(System.getProperty("java.home"))),
                "-Djarmode=tools",
                "-jar",
                jar.toString(),
                "extract",
                "--destination",
                "app");
        Path app = folderOfApp.resolve("app");
        ServerCommand servlet = ServerCommand.constant(Rounds.FLOOR, "servlet", app.resolve("lib"));
        ServerCommand controller = ServerCommand.constant("controller of Spring MVC", "controller", app.resolve("lib"));
        ServerCommand service = ServerCommand.service("id service", jar);
        ServiceReport.Run run = new ServiceReport.Run(
                Machine.ofThisProcess(),
                settings(),
                requests(servlet, controller, service),
                starts(List.of(servlet, controller), app));
        ServiceReport.write(run, folder);
        out.println("Report: " + folder.resolve(ServiceReport.TEXT));
    }

    private String settings() {
        return String.format(
                Locale.ROOT, "%d connections, %d rounds with windows of %,d ms", CONNECTIONS, ROUNDS, windowMillis);
    }

    private Path newFolder() throws IOException {
        Files.createDirectories(work);
        return Files.createTempDirectory(work, "run" + ++folders + "-");
    }

    private static void execute(Path folder, String... command) throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + Files.readString(log));
        }
    }

    private List<ServiceFigures> requests(ServerCommand servlet, ServerCommand controller, ServerCommand service)
            throws IOException, InterruptedException, ExecutionException, SQLException {
        Rounds rounds = new Rounds();
        try (Connections connections = new Connections(CONNECTIONS);
                PostgreSqlServer postgres = new PostgreSqlServer();
                RedisServer redis = new RedisServer();
                ServerCommand.Server one = servlet.start(newFolder());
                ServerCommand.Server two = controller.start(newFolder());
                ServerCommand.Server three = service.start(newFolder())) {
            postgres.start();
            redis.start();
            List<Subject> subjects = List.of(
                    get(servlet.name(), 1, one, "/api/id"),
                    get(controller.name(), 1, two, "/api/id"),
                    get("/api/id", 1, three, "/api/id"),
                    get("/api/ids?count=100", 100, three, "/api/ids?count=100"),
                    get("/api/ranges?count=10000", 10_000, three, "/api/ranges?count=10000"),
                    new Subject(
                            "PostgreSQL nextval", 1, Exchange.query(sequence(postgres), "SELECT nextval('ids')"), null),
                    new Subject("Redis INCR", 1, Exchange.incr(redis.port()), null));
            for (Subject subject : subjects) {
                out.println("warm-up of " + subject.name());
                AtomicInteger asked = new AtomicInteger();
                long start = System.nanoTime();
                long length = TimeUnit.MILLISECONDS.toNanos(WARM_UP_WINDOWS * windowMillis);
                connections.ask(
                        subject.opening(),
                        () -> asked.incrementAndGet() <= WARM_UP_REQUESTS || System.nanoTime() - start < length);
            }
            for (int round = 1; round <= ROUNDS; round++) {
                for (Subject subject : subjects) {
                    Rounds.Window window = window(connections, subject);
                    rounds.add(subject.name(), subject.ids(), window);
                    out.printf(Locale.ROOT, "[%d/%d] %s: %,.0f/s%n", round, ROUNDS, subject.name(), window.perSecond());
                }
            }
        }
        return rounds.figures();
    }

    private static Subject get(String name, int ids, ServerCommand.Server server, String path) {
        return new Subject(name, ids, Exchange.get(server.port(), path), server);
    }

    private static String sequence(PostgreSqlServer postgres) throws SQLException {
        String url = postgres.url(postgres.newDatabase());
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SEQUENCE ids");
        }
        return url;
    }

    private Rounds.Window window(Connections connections, Subject subject)
            throws InterruptedException, ExecutionException {
        double cpu = cpuSeconds(subject);
        long start = System.nanoTime();
        long length = TimeUnit.MILLISECONDS.toNanos(windowMillis);
        long[] nanos = connections.ask(subject.opening(), () -> System.nanoTime() - start < length);
        double seconds = (System.nanoTime() - start) / 1e9;
        return Rounds.Window.of(nanos, seconds, cpuSeconds(subject) - cpu);
    }

    private static double cpuSeconds(Subject subject) {
        ServerCommand.Server server = subject.server();
        return server == null ? Double.NaN : server.cpu().toNanos() / 1e9;
    }

    private List<StartFigures> starts(List<ServerCommand> floor, Path app)
            throws IOException, InterruptedException, ExecutionException {
        List<ServerCommand> commands = new ArrayList<>(floor);
        commands.add(ServerCommand.service("id service, jar", jar));
        commands.add(ServerCommand.service(
                "id service, jar" + ServiceReport.FIRST_COMPILER_ONLY, jar, "-XX:TieredStopAtLevel=1"));
        if (ChildJvm.featureOf(newestJdk) >= JDK_OF_THE_IMAGE) {
            String java = ChildJvm.java(newestJdk);
            Path extracted = app.resolve(jar.getFileName());
            execute(
                    app,
                    java,
                    "-XX:AOTCacheOutput=uid-server.aot",
                    "-Dspring.context.exit=onRefresh",
                    "-jar",
                    extracted.toString(),
                    "--server.port=0",
                    "--spring.datasource.url=jdbc:h2:mem:build");
            String cache = "-XX:AOTCache=" + app.resolve("uid-server.aot");
            commands.add(ServerCommand.service(ServiceReport.IMAGE, java, extracted, cache));
            commands.add(ServerCommand.service(
                    ServiceReport.IMAGE + ServiceReport.FIRST_COMPILER_ONLY,
                    java,
                    extracted,
                    cache,
                    "-XX:TieredStopAtLevel=1"));
        }
        Map<String, List<StartFigures>> all = new LinkedHashMap<>();
        for (int round = 1; round <= ROUNDS; round++) {
            for (ServerCommand command : commands) {
                StartFigures figures = start(command);
                out.printf(
                        Locale.ROOT,
                        "[%d/%d] start of %s: %,.0f ms%n",
                        round,
                        ROUNDS,
                        command.name(),
                        figures.millis());
                all.computeIfAbsent(command.name(), any -> new ArrayList<>()).add(figures);
            }
        }
        return all.values().stream().map(StartFigures::median).toList();
    }

    private StartFigures start(ServerCommand command) throws IOException, InterruptedException, ExecutionException {
        try (Connections connections = new Connections(CONNECTIONS);
                ServerCommand.Server server = command.start(newFolder())) {
            Duration cpu = server.cpu();
            AtomicInteger asked = new AtomicInteger();
            long start = System.nanoTime();
            connections.ask(Exchange.get(server.port(), "/api/id"), () -> asked.getAndIncrement() < FIRST_REQUESTS);
            double seconds = (System.nanoTime() - start) / 1e9;
            return new StartFigures(
                    command.name(),
                    server.millis(),
                    cpu.toMillis(),
                    FIRST_REQUESTS / seconds,
                    server.cpu().minus(cpu).toMillis());
        }
    }
}
