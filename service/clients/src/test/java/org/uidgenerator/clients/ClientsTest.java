package org.uidgenerator.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.badserver.BadServer;
import org.uidgenerator.badserver.Fault;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.worker.WorkerLease;

/** The clients in other languages, as far as what runs them is on this machine; it says which are not run. */
class ClientsTest {
    private static final BadServer BAD_SERVER = BadServer.start();
    private static final Path VECTORS = Path.of("vectors.json");
    private static final Path RULES = Path.of("RULES.md");
    private static final Pattern RULE_WITH_FAULTS = Pattern.compile("(?m)^\\| [0-9]+ \\| .* \\|(.*)\\|$");
    private static final Pattern FAULT = Pattern.compile("`([^`]+)`");
    private static final Pattern QUERY = Pattern.compile("count=([0-9]+)(?:&after=([0-9]+))?");

    /** A client, and how it is run. */
    enum Client {
        PYTHON("python3", "python", "-m unittest discover -s tests", "-m uidgenerator_client"),
        JAVASCRIPT("node", "javascript", "--test", "src/cli.js"),
        GO("go", "go", "test -count=1 -v ./...", "run ./cmd/uidclient");

        private final String interpreter;
        private final String folder;
        private final String check;
        private final String program;

        Client(String interpreter, String folder, String check, String program) {
            this.interpreter = interpreter;
            this.folder = folder;
            this.check = check;
            this.program = program;
        }

        /** Runs it, and returns what it prints. */
        String run(String arguments, BadServer badServer) throws IOException, InterruptedException {
            Process process = start(arguments, badServer);
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(output).isZero();
            return output;
        }

        Process start(String arguments, BadServer badServer) throws IOException {
            boolean there = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                    .anyMatch(path -> Files.isExecutable(Path.of(path, interpreter)));
            if (!there) {
                System.out.println(
                        "service/clients/" + folder + " is not run: there is no " + interpreter + " on this machine");
            }
            assumeTrue(there, "there is no " + interpreter + " on this machine");
            ProcessBuilder builder = new ProcessBuilder(List.of((interpreter + " " + arguments).split(" ", -1)))
                    .directory(new File(folder))
                    .redirectErrorStream(true);
            builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
            builder.environment().put("PYTHONPATH", "src");
            builder.environment().put("UID_BAD_SERVER", badServer.uri().toString());
            Process process = builder.start();
            process.getOutputStream().close();
            return process;
        }
    }

    @AfterAll
    static void closeBadServer() {
        BAD_SERVER.close();
    }

    /** After a change: {@code -Dvectors.write=true}. */
    @Test
    void vectorsAreWhatJavaSays() throws IOException {
        if (Boolean.getBoolean("vectors.write")) {
            Files.writeString(VECTORS, Vectors.json());
        }
        assertThat(VECTORS).content(StandardCharsets.UTF_8).isEqualTo(Vectors.json());
    }

    @Test
    void rulesNameEachFaultOfTheBadServer() throws IOException {
        assertThat(RULE_WITH_FAULTS
                        .matcher(Files.readString(RULES))
                        .results()
                        .flatMap(rule -> FAULT.matcher(rule.group(1)).results())
                        .map(fault -> fault.group(1))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Fault.values()).map(Fault::path).toList());
    }

    @ParameterizedTest
    @EnumSource
    void passesItsOwnTests(Client client) throws Exception {
        String said = client.run(client.check, BAD_SERVER);

        assertThat(said).doesNotContainPattern("FAIL|SKIP|skipped[ =][1-9]");
    }

    @ParameterizedTest
    @EnumSource
    void takesIdsFromTwoServers(Client client) throws Exception {
        try (RangeServer one = new RangeServer(1);
                RangeServer other = new RangeServer(2)) {
            String arguments = String.join(" ", client.program, "5000", one.uri(), other.uri());

            long[] ids = client.run(arguments, BAD_SERVER)
                    .lines()
                    .mapToLong(Long::parseLong)
                    .toArray();

            assertThat(ids).hasSize(5_000).isSorted().doesNotHaveDuplicates();
            assertThat(one.requests + other.requests).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void asksTheNextServerIfOneAnswersNonsense(Client client) throws Exception {
        try (RangeServer one = new RangeServer(1);
                FixedAnswer page = new FixedAnswer("<html>\n");
                FixedAnswer nothing = new FixedAnswer("")) {
            String arguments = String.join(" ", client.program, "5000", page.uri(), one.uri(), nothing.uri());

            assertThat(client.run(arguments, BAD_SERVER).lines()).hasSize(5_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesIdsOfOneIdentityOnly(Client client) throws Exception {
        try (RangeServer one = new RangeServer(1, "default/482903117264");
                RangeServer other = new RangeServer(2, "default/730519284406")) {
            String arguments = String.join(" ", client.program, "20000", one.uri(), other.uri());

            long[] ids = client.run(arguments, BAD_SERVER)
                    .lines()
                    .mapToLong(Long::parseLong)
                    .toArray();

            assertThat(ids).hasSize(20_000);
            assertThat(LongStream.of(ids)
                            .map(id -> UidLayout.DEFAULT.decode(id).workerId())
                            .distinct())
                    .hasSize(1);
            assertThat(one.requests + other.requests).isGreaterThan(20); // both were asked
        }
    }

    /** A server that answers the same to everybody. */
    private static final class FixedAnswer implements AutoCloseable {
        private final HttpServer server;

        FixedAnswer(String text) throws IOException {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                try (exchange) {
                    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
                    exchange.getResponseBody().write(body);
                }
            });
            server.start();
        }

        String uri() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    /** A server that hands out ranges of a real generator, as the id service does. */
    private static final class RangeServer implements AutoCloseable {
        private final UidGenerator generator;
        private final HttpServer server;
        private final String[] identities;
        volatile int requests;

        /**
         * Starts a server.
         *
         * @param identities which store identities it names, one after the other, the last of them for good; none for
         *     no identity
         */
        RangeServer(long workerId, String... identities) throws IOException {
            this.identities = identities;
            generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(workerId))
                    .ordering(Ordering.STRICT)
                    .build();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/api/ranges", this::handle);
            server.start(); // one request after the other
        }

        String uri() {
            return "http://" + server.getAddress().getHostString() + ":"
                    + server.getAddress().getPort();
        }

        private synchronized void handle(HttpExchange exchange) throws IOException {
            if (identities.length > 0) {
                exchange.getResponseHeaders()
                        .set("Uid-Store-Identity", identities[Math.min(requests, identities.length - 1)]);
            }
            requests = requests + 1;
            Matcher query = QUERY.matcher(exchange.getRequestURI().getQuery());
            assertThat(query.matches()).isTrue();
            if (query.group(2) != null) {
                generator.advancePast(Long.parseLong(query.group(2)));
            }
            StringBuilder text = new StringBuilder(generator.layout().text()).append('\n');
            for (int left = Integer.parseInt(query.group(1)); left > 0; ) {
                UidRange range = generator.claim(left);
                text.append(range.first() + " " + range.last() + " " + range.increment() + "\n");
                left -= (int) range.size();
            }
            byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
            try (exchange) {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        }

        @Override
        public void close() {
            server.stop(0);
            generator.close();
        }
    }
}
