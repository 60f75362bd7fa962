package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.text.ForeignId;
import org.uidgenerator.worker.StaticWorkerIdAssigner;

class GenerateCommandTest {
    /** A layout whose ticks a run of thousands uses up, as an option and in the name of the file. */
    private static final String SMALL_TICKS = "--layout=31/19/13";

    private static final String SMALL_TICKS_IN_NAMES = "31-19-13";

    @TempDir
    private Path home;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4095, 4096, 4097, 30_000})
    void printsAsManyDistinctUidsAsAskedForInAscendingOrder(int count) {
        List<Long> uids = generate("-n", "" + count, "--worker-id", "7").uids();

        assertThat(uids).hasSize(count).doesNotHaveDuplicates().isSorted();
        assertThat(uids).allSatisfy(uid -> assertThat(workerIdOf(uid)).isEqualTo(7));
    }

    @Test
    void printsOneUidOfNowUnlessToldOtherwise() {
        Instant before = Instant.now();

        List<Long> uids = generate("--worker-id", "7").uids();

        assertThat(uids).hasSize(1);
        assertThat(UidLayout.DEFAULT.decode(uids.get(0)).time())
                .isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
    }

    @Test
    void startsEachRunAboveTheOneBefore() {
        long last = -1;
        for (int run = 0; run < 20; run++) {
            List<Long> uids = generate(SMALL_TICKS, "-n", run % 2 == 0 ? "1" : "10000", "--worker-id", "7")
                    .uids();

            assertThat(uids.get(0)).as("first of run %d", run).isGreaterThan(last);
            last = uids.get(uids.size() - 1);
        }
    }

    @Test
    void usesOneTickForAFewUids() {
        long first = tickOf(generate("--worker-id", "7").uids().get(0));
        long second = tickOf(generate("--worker-id", "7").uids().get(0));

        // One apart, or as far as the clock went on.
        assertThat(second)
                .isBetween(
                        first + 1,
                        Math.max(
                                first + 1,
                                UidLayout.DEFAULT.tickAt(Instant.now().toEpochMilli())));
    }

    @Test
    void startsAboveTheTicksThatAKilledRunHadReserved() throws IOException {
        Files.createDirectories(home.resolve(".uid"));
        Instant reserved = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1000);
        StaticWorkerIdAssigner.of(7).withTickFile(stateFile()).createFile(UidLayout.DEFAULT, reserved);

        assertThat(tickOf(generate("--worker-id", "7").uids().get(0)))
                .isEqualTo(UidLayout.DEFAULT.tickAt(reserved.toEpochMilli()));
    }

    @Test
    void reservesTicksBeforeItPrintsUidsOfThem() {
        List<Long> printed = new ArrayList<>();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                throw new AssertionError("byte by byte");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                String text = new String(bytes, offset, length, StandardCharsets.US_ASCII);
                List<String> lines = text.lines().toList();
                long uid = Long.parseLong(lines.get(lines.size() - 2)); // the last one may be cut off
                assertThat(tickIn(fileOf(SMALL_TICKS_IN_NAMES))).isGreaterThanOrEqualTo(tickOf(uid));
                printed.add(uid);
            }
        };

        CommandLineRun run = CommandLineRun.into(
                out, home, Map.of(), "", "generate", SMALL_TICKS, "-n", "300000", "--worker-id", "7");

        assertThat(run).isEqualTo(new CommandLineRun(0, "", ""));
        assertThat(printed).hasSizeGreaterThan(50);
    }

    @Test
    void givesTheUnusedReservedTicksBack() {
        long uid = generate("--worker-id", "7").uids().get(0);

        assertThat(stateTick()).isEqualTo(tickOf(uid));
    }

    @Test
    void leavesNothingBehindThatStopsTheNextRunWhenNoUidIsWanted() throws IOException {
        assertThat(generate("-n", "0", "--worker-id", "7")).isEqualTo(new CommandLineRun(0, "", ""));

        assertThat(stateTick()).isEqualTo(-1);
        long uid = generate("--worker-id", "7").uids().get(0);
        generate("-n", "0", "--worker-id", "7");
        assertThat(stateTick()).isEqualTo(tickOf(uid));
    }

    @Test
    void refusesAFileThatIsDamaged() throws IOException {
        generate("--worker-id", "7");
        Files.writeString(stateFile(), "damaged\n");

        CommandLineRun run = generate("--worker-id", "7");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "uid: worker id 7: tick file %s cannot be used: it is damaged, or was written by another version."
                                + " Remove it, and make it with 'uid tick-file create' above all UIDs that were made with this worker id%n",
                        stateFile()));
    }

    @Test
    void goesOnWithAFileThatWasMadeInThePlaceOfADamagedOne() throws IOException {
        generate("--worker-id", "7");
        Files.delete(stateFile());
        Instant until = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(60);
        CommandLineRun made = CommandLineRun.of(
                home, "tick-file", "create", stateFile().toString(), "--worker-id=7", "--used-until", until.toString());

        assertThat(made.err()).isEmpty();
        assertThat(tickOf(generate("--worker-id", "7").uids().get(0)))
                .isEqualTo(UidLayout.DEFAULT.tickAt(until.toEpochMilli()));
    }

    @Test
    void saysWhyItCannotUseItsFile() throws IOException {
        Files.createFile(home.resolve(".uid"));

        assertThat(generate("--worker-id", "7").err())
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "uid: cannot use %s, which keeps worker id 7: java.nio.file.FileAlreadyExistsException: %s%n",
                        stateFile(),
                        home.resolve(".uid")));
    }

    @Test
    void keepsAWorkerIdInTheSameFileInEveryLocale() throws IOException {
        Locale before = Locale.getDefault();
        long last = -1;
        try {
            for (String locale : List.of("en", "ar-EG", "fa-IR", "th-TH-u-nu-thai")) {
                Locale.setDefault(Locale.forLanguageTag(locale));
                CommandLineRun run = generate(SMALL_TICKS, "-n", "10000", "--worker-id", "7");

                assertThat(run.err()).isEmpty();
                assertThat(run.uids().get(0)).as(locale).isGreaterThan(last);
                last = run.uids().get(9_999);
                assertThat(tickIn(fileOf(SMALL_TICKS_IN_NAMES))).isPositive();
            }
        } finally {
            Locale.setDefault(before);
        }
        try (Stream<Path> files = Files.list(home.resolve(".uid"))) {
            assertThat(files)
                    .filteredOn(file -> !file.toString().endsWith(".lock"))
                    .containsExactly(fileOf(SMALL_TICKS_IN_NAMES));
        }
    }

    @Test
    void takesTheWorkerIdOfTheEnvironment() {
        CommandLineRun run = CommandLineRun.of(home, Map.of("WORKER_ID", "12"), "", "generate");

        assertThat(workerIdOf(run.uids().get(0))).isEqualTo(12);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void prefersTheWorkerIdOfTheOption() {
        CommandLineRun run = CommandLineRun.of(home, Map.of("WORKER_ID", "12"), "", "generate", "--worker-id", "7");

        assertThat(workerIdOf(run.uids().get(0))).isEqualTo(7);
    }

    @Test
    void takesWorkerIdZeroWithAWarningFailingAllElse() {
        CommandLineRun run = generate();

        assertThat(workerIdOf(run.uids().get(0))).isZero();
        assertThat(run.err())
                .isEqualTo(
                        "uid: worker id 0, because there is no --worker-id, --jdbc-url or WORKER_ID: unique among your runs on this machine only\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --worker-id=x                  | --worker-id must be a worker id, a number of at most 18 digits: "x"
            --worker-id=-1                 | --worker-id must be a worker id, a number of at most 18 digits: "-1"
            --worker-id=16384              | --worker-id must be in [0, 16383] (workerBits=14): --worker-id=16384
            --count=-1                     | --count must not be negative: -1
            --layout=31/19/14              | layout must be a possible layout (timeBits + workerBits + seqBits must be in [3, 63]: 31 + 19 + 14 = 64): layout=31/19/14
            --layout=41/5+10/12            | layout must be a possible layout (timeBits + workerBits + seqBits must be in [3, 63]: 41 + 15 + 12 = 68): layout=41/5+10/12
            --layout=1/0/1                 | layout must be a possible layout (timeBits + workerBits + seqBits must be in [3, 63]: 1 + 0 + 1 = 2): layout=1/0/1
            --layout=snowflake             | layout must be bits, as 31/14/18, or one of uid-generator, javascript, twitter, discord, instagram, leaf, cosid, hutool, seata, tsid, yitter, mastodon, sonyflake, sonyflake-2, simpleflake, baidu, baidu-example: layout=snowflake
            --layout=seata                 | the time must be the first field for generators and ranges of time: layout=41/10/12, worker first, bits of PT0.001S from 2020-05-02T16:00:00Z
            --tick=10                      | tick must be a number of ms, s, m or h, as 10ms: tick=10
            --tick=25h                     | tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT25H
            --epoch=yesterday              | epoch must be a date, as 2026-01-01, an instant, as 2026-01-01T08:00:00Z, or Unix milliseconds, as 1767254400000: epoch=yesterday
            --jdbc-url=jdbc:mysql://host/a | no JDBC driver for jdbc:mysql://host/a: uid.jar has those of H2 and PostgreSQL; with another one: java -cp uid.jar:driver.jar org.uidgenerator.cli.Uid
            """)
    void refusesOptionsThatAreWrong(String option, String message) {
        CommandLineRun run = generate(option);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).endsWith("uid: " + message + "\n");
    }

    @Test
    void refusesTheOptionsOfUidsForOtherKinds() {
        assertThat(generate("--kind", "uuid7", "--layout", "twitter", "-n", "2"))
                .isEqualTo(new CommandLineRun(2, "", "uid: --kind uuid7 takes no --layout\n"));
    }

    @Test
    void refusesWorkerIdsFromTwoSources() {
        CommandLineRun run = generate("--worker-id", "7", "--jdbc-url", "jdbc:h2:mem:two");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("are mutually exclusive").endsWith("See: uid generate --help\n");
    }

    @Test
    void takesTheWorkerIdAsDataCenterAndMachine() {
        List<Long> uids = new ArrayList<>(generate("--layout=twitter", "-n", "2", "--data-center", "11", "--machine=26")
                .uids());
        uids.addAll(generate("--layout=twitter", "--worker-id=378").uids());
        uids.addAll(
                CommandLineRun.of(home, Map.of("WORKER_ID", "7"), "", "generate", "--layout=twitter", "--machine=26")
                        .uids());

        assertThat(uids)
                .extracting(uid -> LayoutPreset.TWITTER.layout().decode(uid).workerId())
                .containsExactly(378L, 378L, 378L, 26L);
        assertThat(uids.subList(0, 3)).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --layout=twitter --data-center=32 | --data-center must be in [0, 31] (dataCenterBits=5): --data-center=32
            --layout=twitter --machine=-1     | --machine must be in [0, 31] (workerBits - dataCenterBits=5): --machine=-1
            --layout=31/14/18 --data-center=1 | --data-center must be in [0, 0] (dataCenterBits=0): --data-center=1
            """)
    void refusesPartsOfAWorkerIdThatDoNotFit(String options, String message) {
        assertThat(generate(options.split(" "))).isEqualTo(new CommandLineRun(2, "", "uid: " + message + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--worker-id=7 --machine=1", "--data-center=1 --jdbc-url=jdbc:h2:mem:parts"})
    void refusesPartsOfAWorkerIdBesideAnother(String options) {
        CommandLineRun run = generate(options.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("are mutually exclusive").endsWith("See: uid generate --help\n");
    }

    @Test
    void failsWhenTheLayoutHasEnded() {
        CommandLineRun run = generate("--layout", "baidu", "--worker-id", "7");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("uid: the time bits are used up: timeBits=28 ")
                .hasLineCount(1);
    }

    @Test
    void printsTheStackTraceIfWanted() {
        assertThat(generate("--layout", "baidu", "--worker-id", "7", "-v").err())
                .startsWith("org.uidgenerator.UidGenerateException: the time bits are used up")
                .contains("\tat org.uidgenerator");
    }

    @ParameterizedTest
    @EnumSource(TextFormat.class)
    void writesUidsInAFormatThatCanBeParsed(TextFormat format) {
        List<String> lines = generate("-n", "3", "--worker-id", "7", "--format", format.toString())
                .lines();

        assertThat(lines).hasSize(3).doesNotHaveDuplicates().isSorted();
        assertThat(lines)
                .allSatisfy(line -> assertThat(workerIdOf(format.parse(line))).isEqualTo(7));
    }

    @ParameterizedTest
    @EnumSource(
            value = LayoutPreset.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"BAIDU", "SEATA"})
    void makesUidsOfAllLayoutsThatGeneratorsTake(LayoutPreset preset) {
        for (int count : new int[] {1, 3000}) {
            CommandLineRun run = generate("-n", "" + count, "--worker-id", "0", "--layout", preset.text());

            assertThat(run.err()).isEmpty();
            assertThat(run.uids()).hasSize(count).doesNotHaveDuplicates().isSorted();
            DecodedUid first = preset.layout().decode(run.uids().get(0));
            assertThat(first.workerId()).isZero();
            assertThat(first.time())
                    .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        }
    }

    @Test
    void makesUidsOfALayoutOfOnesOwn() {
        UidLayout layout = UidLayout.builder()
                .totalBits(60)
                .timeBits(36)
                .workerBits(10)
                .dataCenterBits(3)
                .seqBits(14)
                .epoch(Instant.parse("2025-06-01T12:00:00Z"))
                .tick(Duration.ofMillis(20))
                .fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER)
                .build();

        List<Long> uids = generate(
                        "--layout=36/3+7/14",
                        "--epoch=2025-06-01T12:00:00Z",
                        "--tick=20ms",
                        "--worker-last",
                        "--worker-id=700")
                .uids();

        DecodedUid uid = layout.decode(uids.get(0));
        assertThat(uid.workerId()).isEqualTo(700);
        assertThat(uid.dataCenterId()).isEqualTo(700 >> 7);
        assertThat(Duration.between(uid.time(), Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource({
        "uuid4, [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}, false",
        "uuid7, [0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}, true",
        "ulid, '[0-7][0-9A-HJKMNP-TV-Z]{25}', true",
        "objectid, '[0-9a-f]{24}', true"
    })
    void makesOtherKindsOfIds(String kind, String look, boolean timed) {
        CommandLineRun run = generate("--kind", kind, "-n", "1000");

        assertThat(run.err()).isEmpty();
        assertThat(run.lines()).hasSize(1000).doesNotHaveDuplicates().allMatch(id -> id.matches(look));
        ForeignId id = ForeignId.recognise(run.lines().get(0)).orElseThrow();
        assertThat(id.time().isPresent()).isEqualTo(timed);
        id.time()
                .ifPresent(time -> assertThat(time)
                        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1)));
    }

    @Test
    void leasesWorkerIdsFromADatabaseAndGivesThemBack() {
        String url = "jdbc:h2:" + home.resolve("uids");
        long last = -1;
        for (int i = 0; i < 3; i++) {
            CommandLineRun run = generate(SMALL_TICKS, "-n", "10000", "--jdbc-url", url, "--user", "sa");

            assertThat(run.err()).isEmpty();
            assertThat(run.uids()).hasSize(10_000).doesNotHaveDuplicates();
            assertThat(run.uids().get(0)).isGreaterThan(last);
            last = run.uids().get(9_999);
            assertThat(workerIdOf(last)).isZero();
        }
    }

    @Test
    void namesTheOptionThatCreatesAMissingTable() throws SQLException {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", home.toString())
                .start();
        try {
            String[] args = {"--jdbc-url", "jdbc:h2:tcp://localhost:" + server.getPort() + "/./uids"};

            assertThat(generate(args))
                    .isEqualTo(
                            new CommandLineRun(
                                    1,
                                    "",
                                    "uid: no worker id from WORKER_LEASE: the table is missing; create it with sql/worker-lease-h2.sql or with --create-table\n"));
            assertThat(generate(args[0], args[1], "--create-table").uids()).hasSize(1);
        } finally {
            server.stop();
        }
    }

    @Test
    void findsThePasswordInTheEnvironment() {
        String url = "jdbc:h2:" + home.resolve("uids");
        String[] args = {"generate", "--jdbc-url", url, "--user", "sa", "--password-env", "SECRET"};
        CommandLineRun.of(home, Map.of("SECRET", "one"), "", args);

        assertThat(CommandLineRun.of(home, Map.of("SECRET", "one"), "", args).exitCode())
                .isZero();
        CommandLineRun wrong = CommandLineRun.of(home, Map.of("SECRET", "two"), "", args);
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err())
                .startsWith("uid: cannot open the database: Wrong user name or password")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "Broken pipe, 141, ''",
        "No space left on device, 1, uid: cannot write the output: No space left on device"
    })
    void endsWhenTheOutputCannotBeWrittenAndGivesTheWorkerIdBack(String cause, int exitCode, String message) {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(cause);
            }
        };

        CommandLineRun run =
                CommandLineRun.into(broken, home, Map.of(), "", "generate", "-n", "100000", "--worker-id", "7");

        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.err().strip()).isEqualTo(message);
        assertThat(generate("--worker-id", "7").exitCode()).isZero();
    }

    private CommandLineRun generate(String... options) {
        String[] args = new String[options.length + 1];
        args[0] = "generate";
        System.arraycopy(options, 0, args, 1, options.length);
        return CommandLineRun.of(home, args);
    }

    private Path stateFile() {
        return fileOf("31-14-18");
    }

    private Path fileOf(String bits) {
        return home.resolve(".uid/worker-7-of-" + bits + "-bits-of-PT1S-from-2026-01-01T00-00-00Z");
    }

    private long stateTick() {
        return tickIn(stateFile());
    }

    private static long tickIn(Path file) {
        try {
            return Files.readString(file)
                    .lines()
                    .filter(line -> line.startsWith("usedThrough="))
                    .mapToLong(line -> Long.parseLong(line.substring("usedThrough=".length())))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long workerIdOf(long uid) {
        return UidLayout.DEFAULT.decode(uid).workerId();
    }

    private static long tickOf(long uid) {
        return UidLayout.DEFAULT.tickOf(uid);
    }
}
