package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.client.RangeHttpServer.Answer;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;

class RemoteUidGeneratorTest {
    private final List<RangeHttpServer> servers = new ArrayList<>();
    private RemoteUidGenerator generator;

    @AfterEach
    void closeAll() {
        if (generator != null) {
            generator.close();
        }
        servers.forEach(RangeHttpServer::close);
    }

    private RangeHttpServer server() {
        return add(RangeHttpServer.start());
    }

    private RangeHttpServer add(RangeHttpServer server) {
        servers.add(server);
        return server;
    }

    /**
     * With a timeout so long, an eighth of which they have to name their identities, that servers that answer do so in
     * time.
     */
    private RemoteUidGenerator.Builder builder() {
        return RemoteUidGenerator.builder(
                        servers.stream().map(RangeHttpServer::uri).toList())
                .name("ids")
                .timeout(Duration.ofMinutes(8))
                .random(new Random(18));
    }

    @Test
    void handsOutTheUidsOfTheService() {
        RangeHttpServer server = server();
        generator = builder().build();

        long uid = generator.getUID();
        UidRange range = generator.claim(10);

        assertThat(generator.layout()).isEqualTo(UidLayout.DEFAULT);
        assertThat(generator.toString()).isEqualTo("ids (" + UidLayout.DEFAULT + ")");
        assertThat(range.first()).isGreaterThan(uid);
        assertThat(generator.tryGetUID(Patience.LONGEST).orElseThrow()).isGreaterThan(range.last());
        assertThat(server.queries.get(0)).isEqualTo("count=1000");
    }

    @Test
    void asksForUidsAboveAllThatItHas() {
        RangeHttpServer server = server();
        generator = builder().build();

        LongStream.range(0, 50_000).forEach(i -> generator.getUID());

        List<String> queries = List.copyOf(server.queries); // the next may come
        assertThat(queries.subList(1, queries.size()))
                .isNotEmpty()
                .allMatch(query -> query.matches("count=[0-9]+&after=[0-9]+"));
    }

    @Test
    void worksWithUidsThatAreSeveralApart() {
        add(RangeHttpServer.start(
                UidLayout.builder().fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER).build(), Duration.ZERO));
        generator = builder().build();

        long[] uids = LongStream.generate(generator::getUID).limit(20_000).toArray();

        assertThat(uids).isSorted().doesNotHaveDuplicates();
        assertThat(uids[1] - uids[0]).isEqualTo(generator.layout().sequenceIncrement());
    }

    @Test
    void givesNoUidTwiceWhileAServerIsKilledAndRestarted() throws Exception {
        int callers = 4;
        int each = 400_000;
        for (int millis : new int[] {0, -3_000, 2_000}) {
            add(RangeHttpServer.start(UidLayout.DEFAULT, Duration.ofMillis(millis)));
        }
        generator = builder().build();
        CyclicBarrier halfway = new CyclicBarrier(callers, () -> servers.get(1).kill());
        CyclicBarrier later = new CyclicBarrier(callers, () -> servers.get(1).restart());
        Callable<long[]> caller = () -> {
            long[] uids = new long[each];
            for (int i = 0; i < each; i++) {
                if (i == each / 3) {
                    halfway.await();
                }
                if (i == each / 3 * 2) {
                    later.await();
                }
                uids[i] = generator.getUID();
            }
            return uids;
        };

        List<long[]> taken = inParallel(callers, caller);

        for (long[] uids : taken) {
            assertThat(isStrictlyIncreasing(uids)).isTrue();
        }
        assertThat(taken.stream().flatMapToLong(Arrays::stream).distinct().count())
                .isEqualTo((long) callers * each);
        assertThat(generator.status().issued()).isEqualTo((long) callers * each);
    }

    private static List<long[]> inParallel(int threads, Callable<long[]> work) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<long[]> results = new ArrayList<>();
            for (Future<long[]> result : executor.invokeAll(
                    Stream.generate(() -> work).limit(threads).toList())) {
                results.add(result.get());
            }
            return results;
        } finally {
            executor.shutdown();
        }
    }

    private static boolean isStrictlyIncreasing(long[] uids) {
        for (int i = 1; i < uids.length; i++) {
            if (uids[i] <= uids[i - 1]) {
                return false;
            }
        }
        return true;
    }

    @Test
    void asksAllServers() {
        server();
        server();
        server();
        generator = builder().build();

        while (generator.status().servers().stream().anyMatch(server -> server.ranges() == 0)) {
            generator.claim(Integer.MAX_VALUE);
        }

        assertThat(generator.status().servers())
                .extracting(ServerStatus::uri)
                .containsExactlyElementsOf(
                        servers.stream().map(RangeHttpServer::uri).toList());
    }

    /** What a crash loses: all that was fetched and is not taken. */
    @Test
    void holdsTwoFetchesAtMost() {
        RangeHttpServer server = server();
        generator = builder().maxAge(Duration.ofHours(1)).build(); // nothing gets too old
        List<Long> fetches = fetches(server);

        for (long taken = 1; fetches.size() < 3; taken++) {
            generator.getUID();
            fetches = fetches(server);
            long lastTwo = sum(fetches.subList(Math.max(0, fetches.size() - 2), fetches.size()));
            assertThat(sum(fetches) - taken).as("held of %s", fetches).isLessThanOrEqualTo(lastTwo);
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100)); // so that a fetch that is early is seen
        }
    }

    /** Each thread has begun with a block, and does not come back. */
    @Test
    void holdsTwoFetchesAtMostWhoeverHasBlocks() throws Exception {
        RangeHttpServer server = server();
        generator = builder().build();

        for (int round = 0; round < 20; round++) {
            inParallel(
                    8, () -> LongStream.generate(generator::getUID).limit(5_000).toArray());
            long held = generator.status().available();
            long longest =
                    fetches(server).stream().mapToLong(Long::longValue).max().orElseThrow();
            assertThat(held).isLessThanOrEqualTo(2 * longest);
        }
    }

    /** As when it has to wait for the clock, or for its store. */
    @Test
    void asksForLessWhereAServerCannotHandOutSoMany() {
        server().most(2_000);
        generator = builder().build();

        assertThat(LongStream.generate(generator::getUID).limit(6_000)).isSorted();
    }

    /** All that can be out of the stock when the next fetch is made. */
    @Test
    void hasNoMoreThanHalfAFetchInBlocks() {
        for (long fetched : new long[] {1_000, 4_000, 16_000, RangeFetch.LONGEST}) {
            assertThat(RangeFetch.CUT.blockSize(fetched) * RemoteUidGenerator.MOST_PLACES)
                    .isLessThanOrEqualTo(fetched / 2);
        }
    }

    private static List<Long> fetches(RangeHttpServer server) {
        return server.queries.stream()
                .map(query -> Long.valueOf(query.replaceAll("count=([0-9]+).*", "$1")))
                .toList();
    }

    private static long sum(List<Long> fetches) {
        return fetches.stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void sendsTheTokenOfNowWithEachRequest() {
        RangeHttpServer server = server();
        AtomicLong token = new AtomicLong();
        generator = builder().token(() -> "t" + token.getAndIncrement()).build();
        while (server.tokens.size() < 2) {
            generator.getUID();
        }

        assertThat(List.copyOf(server.tokens).subList(0, 2)).containsExactly("Bearer t0", "Bearer t1");
    }

    /** As of a file that ends with a line end: the JDK's message would show it. */
    @ParameterizedTest
    @ValueSource(strings = {"secret\n", "", "my secret", "gehe\u00edm"})
    void showsNoTokenThatCannotBeSent(String token) {
        server();

        assertThatThrownBy(() -> builder().token(() -> token).build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no server of the id service hands out a range: "
                        + servers.get(0).uri() + ": the token for it must be visible ASCII characters: length="
                        + token.length());
    }

    @Test
    void asksNobodyWhileThereIsNoToken() {
        RangeHttpServer server = server();

        assertThatThrownBy(() -> builder()
                        .token(() -> {
                            throw new IllegalStateException("the vault is closed");
                        })
                        .build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no server of the id service hands out a range: " + server.uri()
                        + ": there is no token for it: java.lang.IllegalStateException: the vault is closed");
        assertThat(server.queries).isEmpty();
    }

    @Test
    void readsNoAnswerThatIsLongerThanAnyOfAService() {
        server().answer(new Answer(200, "1 2 1\n".repeat(LastingHttpClient.MOST_BYTES / 6 + 1)));

        assertThatThrownBy(() -> builder().build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no server of the id service hands out a range: "
                        + servers.get(0).uri() + ": it does not answer: ")
                .hasMessageEndingWith("its answer has more than 16777216 bytes");
    }

    /** A token, and a request, are for the servers that were named. */
    @Test
    void followsNobodyToAnotherServer() {
        RangeHttpServer other = RangeHttpServer.start();
        try {
            server().answer(new Answer(302, "", Map.of("Location", other.uri() + "/api/ranges?count=1000")));

            assertThatThrownBy(() -> builder().token(() -> "secret").build())
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageEndingWith("it answers with status 302: ");
            assertThat(other.tokens).isEmpty();
        } finally {
            other.close();
        }
    }

    /** As of a proxy that keeps answers although the service forbids it. */
    @Test
    void takesNoRangeTwice() {
        RangeHttpServer server = server();
        generator = builder().maxWait(Duration.ZERO).build();
        long uid = generator.getUID();
        server.answer(new Answer(200, UidLayout.DEFAULT.text() + "\n" + uid + " " + (uid + 999) + " 1\n"));

        while (generator.status().failure() == null) {
            generator.tryGetUID(Duration.ZERO);
        }

        assertThat(generator.status().servers().get(0).failure())
                .hasMessageStartingWith("it answers with what are no ranges: a range must begin above ");
    }

    @Test
    void sendsNoTokenUnlessItHasOne() {
        RangeHttpServer server = server();
        generator = builder().build();

        assertThat(server.tokens).containsOnly("null");
    }

    @Test
    void takesRangesFromTheOtherServersWhenOneFails() {
        RangeHttpServer failing = server();
        failing.answer(new Answer(500, "out of order"));
        server();
        generator = builder().build();

        long[] uids = LongStream.generate(generator::getUID).limit(100_000).toArray();

        assertThat(isStrictlyIncreasing(uids)).isTrue();
        assertThat(generator.status().failure()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", ""})
    void countsWhatIsNoAnswerAsAFailure(String body) {
        server().answer(new Answer(200, body));

        assertThatThrownBy(() -> builder().build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("no server of the id service hands out a range: "
                        + servers.get(0).uri() + ": it answers with what are no ranges: ")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void saysWhatEachServerSaidWhenNoneHandsOutARange() {
        server().answer(new Answer(401, "who are you?"));
        server().answer(new Answer(401, "who are you?"));

        assertThatThrownBy(() -> builder().build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessageMatching(
                        "no server of the id service hands out a range: http://.*: it answers with status 401: who are"
                                + " you\\?")
                .cause()
                .satisfies(cause -> assertThat(cause.getSuppressed()).hasSize(1));
    }

    @Test
    void isNotStartedWhereNobodyListens() {
        RangeHttpServer server = server();
        URI uri = server.uri();
        server.kill();
        try {
            assertThatThrownBy(() -> RemoteUidGenerator.builder(List.of(uri)).build())
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("no server of the id service hands out a range: " + uri
                            + ": it does not answer: java.net.ConnectException");
        } finally {
            server.restart();
        }
    }

    @Test
    void refusesRangesOfAnotherLayout() {
        server();
        UidLayout layout = UidLayout.of(31, 19, 13);

        assertThatThrownBy(() -> builder().layout(layout).build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no server of the id service hands out a range: "
                        + servers.get(0).uri() + ": its layout must be " + layout.text() + ": layout="
                        + UidLayout.DEFAULT.text());
    }

    @Test
    void isNotStartedOnServersOfTwoIdentities() {
        URI one = server().identity("default/482903117264").uri();
        URI other = server().identity("default/730519284406").uri();

        assertThatThrownBy(() -> builder().build())
                .isInstanceOf(UidGenerateException.class)
                .message()
                .isIn(
                        twoIdentities(one, "default/482903117264", other, "default/730519284406"),
                        twoIdentities(other, "default/730519284406", one, "default/482903117264"));
    }

    private static String twoIdentities(URI first, String identity, URI second, String another) {
        return "the servers of an id service must have one store identity, or their UIDs may be equal: " + second
                + ": its store identity must be " + identity + ", as of " + first + ": identity=" + another;
    }

    @Test
    void isNotStartedWhereOneOfTheServersNamesNoIdentity() {
        URI named = server().identity("default/482903117264").uri();
        URI silent = server().uri();

        assertThatThrownBy(() -> builder().build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("the servers of an id service must have one store identity, or their UIDs may be equal: "
                        + silent + ": its store identity must be default/482903117264, as of " + named
                        + ": it names none");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isStartedWhileAServerDoesNotNameItsIdentity(boolean isDown) {
        server().identity("default/482903117264");
        RangeHttpServer away = server().identity("default/730519284406");
        if (isDown) {
            away.answer(new Answer(503, "starting"));
        }
        away.keepIdentityBack();

        generator = builder().timeout(Duration.ofSeconds(4)).build();

        assertThat(generator.getUID()).isPositive();
    }

    @Test
    void handsOutNoUidOfAServerThatComesToNameAnotherIdentity() {
        RangeHttpServer one = server().identity("default/482903117264");
        RangeHttpServer other = server().identity("default/482903117264");
        generator = builder().build();
        one.identity("default/730519284406");
        other.identity(null);
        takeUntilAskedAgain(2); // the first may have been under way
        long ranges = ranges();

        takeUntilAskedAgain(4);

        assertThat(ranges()).isEqualTo(ranges);
        assertThat(generator.status().failure())
                .hasMessageStartingWith("no server of the id service hands out a range: http://");
        assertThat(generator.status().servers().get(0).failure())
                .hasMessageMatching("its store identity must be default/482903117264, as of http://127.0.0.1:[0-9]+"
                        + ": identity=default/730519284406");
        assertThat(generator.status().servers().get(1).failure())
                .hasMessageMatching("its store identity must be default/482903117264, as of http://127.0.0.1:[0-9]+"
                        + ": it names none");
        other.identity("default/482903117264");
        assertThat(generator.tryGetUID(Duration.ofMinutes(1))).isPresent();
    }

    /** Takes UIDs until the servers have had so many more requests, all but the last of which are done with. */
    private void takeUntilAskedAgain(int requests) {
        int before = requests();
        while (requests() < before + requests) {
            generator.tryGetUID(Duration.ZERO);
        }
    }

    private int requests() {
        return servers.stream().mapToInt(server -> server.queries.size()).sum();
    }

    private long ranges() {
        return generator.status().servers().stream()
                .mapToLong(ServerStatus::ranges)
                .sum();
    }

    /** As servers are replaced by those of a later version, one by one. */
    @Test
    void learnsTheIdentityThatItsServersComeToName() {
        RangeHttpServer server = server();
        generator = builder().maxWait(Duration.ZERO).build();
        server.identity("default/482903117264");
        takeUntilAskedAgain(3); // the first may have been under way
        server.identity("default/730519284406");

        takeUntilAskedAgain(3);

        assertThat(generator.status().servers().get(0).failure())
                .hasMessage("its store identity must be default/482903117264, as of " + server.uri()
                        + ": identity=default/730519284406");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default/482903117264", "default", "482903117264"})
    void takesTheIdentityThatIsExpected(String expected) {
        server().identity("default/482903117264");
        generator = builder().expectedIdentity(expected).build();

        assertThat(generator.getUID()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "default/", "/482903117264", "default/48290311726", "48290311726"})
    void refusesTheFirstAnswerIfItIsOfAnotherIdentityThanIsExpected(String expected) {
        URI uri = server().identity("default/482903117264").uri();

        assertThatThrownBy(() -> builder().expectedIdentity(expected).build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no server of the id service hands out a range: " + uri + ": its store identity must be "
                        + expected + ", as of option expectedIdentity: identity=default/482903117264");
    }

    @Test
    void refusesTheFirstAnswerIfAnIdentityIsExpectedAndItNamesNone() {
        URI uri = server().uri();

        assertThatThrownBy(() -> builder().expectedIdentity("default").build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no server of the id service hands out a range: " + uri
                        + ": its store identity must be default, as of option expectedIdentity: it names none");
    }

    @Test
    void saysOnceThatAServerHasAnotherIdentity() {
        RangeHttpServer server = server().identity("default/482903117264");
        try (LogRecorder log = new LogRecorder()) {
            generator = builder().maxWait(Duration.ZERO).build();
            assertThat(log.lines())
                    .contains("INFO ids is ready: " + generator.layout()
                            + ", store identity default/482903117264, ranges from [" + server.uri() + "]");
            server.answer(new Answer(500, "out of order"));
            while (generator.status().failure() == null) {
                generator.tryGetUID(Duration.ZERO);
            }
            server.identity("default/730519284406");
            server.answer(null);
            takeUntilAskedAgain(4);

            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("SEVERE"))
                    .containsExactly("SEVERE ids: nothing of " + server.uri() + " is used: its store identity must be"
                            + " default/482903117264, as of " + server.uri() + ": identity=default/730519284406");
        }
    }

    @Tag("proof")
    @Test
    void saysWhereItsUidsComeFrom() {
        RangeHttpServer failing = server().identity("default/482903117264");
        failing.answer(new Answer(500, "out of order"));
        RangeHttpServer answering = server().identity("default/482903117264");
        long before = System.nanoTime();
        generator = builder().maxAge(Duration.ofHours(1)).maxWait(Duration.ZERO).build();
        while (generator.status().servers().get(0).failures() < 2) {
            generator.tryGetUID(Duration.ofSeconds(10));
        }
        answering.answer(new Answer(500, "out of order"));
        while (generator.status().failure() == null || generator.status().available() > 0) {
            try {
                generator.claim(Integer.MAX_VALUE);
            } catch (UidGenerateException e) {
                // the ring may be empty before the stock is
            }
        }
        assertThatThrownBy(this::takeAll).isInstanceOf(UidGenerateException.class);

        RemoteStatus status = generator.status();

        assertThat(status.lastServer()).isEqualTo(answering.uri());
        assertThat(status.identity()).contains("default/482903117264");
        assertThat(status.available()).isZero();
        assertThat(status.waits()).isPositive();
        assertThat(status.rejectedTakes()).isPositive();
        assertThat(status.failure()).hasMessageStartingWith("no server of the id service hands out a range: ");
        ServerStatus never = status.servers().get(0);
        assertThat(never.uri()).isEqualTo(failing.uri());
        assertThat(never.ranges()).isZero();
        assertThat(never.age()).isEmpty();
        assertThat(never.failure()).hasMessage("it answers with status 500: out of order");
        ServerStatus last = status.servers().get(1);
        assertThat(last.ranges()).isPositive();
        assertThat(last.failures()).isPositive();
        assertThat(last.age()).contains(status.age());
        assertThat(status.age()).isPositive().isLessThan(Duration.ofNanos(System.nanoTime() - before));
    }

    @Test
    void asksNoServerForLongerThanTheTimeout() {
        server().hang();

        assertThatThrownBy(() -> builder().timeout(Duration.ofMillis(50)).build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no server of the id service hands out a range: "
                        + servers.get(0).uri() + ": it has not answered within PT0.05S");
    }

    @Test
    void leavesAServerAloneThatHasJustFailed() {
        RangeHttpServer server = server();
        PassingTime time = new PassingTime();
        RangeServers all = new RangeServers("ids", builder().nanoClock(time).random(new MiddleRandom()));
        RangeServer asked = new RangeServer(server.uri(), all);
        assertThat(asked.isDue()).isTrue();

        asked.failed(new IOException("broken"));
        assertThat(asked.isDue()).isFalse();
        time.pass(Duration.ofMillis(76)); // three quarters of the first back-off
        assertThat(asked.isDue()).isTrue();

        for (int i = 0; i < Long.SIZE; i++) {
            asked.failed(new IOException("broken"));
        }
        time.pass(Duration.ofMillis(740));
        assertThat(asked.isDueWithoutOthers()).isFalse();
        time.pass(Duration.ofMillis(20));
        assertThat(asked.isDueWithoutOthers()).isTrue();
        time.pass(Duration.ofMillis(2_940));
        assertThat(asked.isDue()).isFalse();
        time.pass(Duration.ofMillis(60));
        assertThat(asked.isDue()).isTrue();

        asked.failed(new RefusedException("too many", RefusedException.Reason.BUSY, Duration.ofSeconds(30)));
        time.pass(Duration.ofSeconds(29));
        assertThat(asked.isDueWithoutOthers()).isFalse();
        assertThat(asked.isDue()).isFalse();
        time.pass(Duration.ofSeconds(1));
        assertThat(asked.isDue()).isTrue();

        asked.failed(new RefusedException("no token", RefusedException.Reason.FORBIDDEN, Duration.ZERO));
        time.pass(Duration.ofSeconds(59));
        assertThat(asked.isDueWithoutOthers()).isFalse();
        time.pass(Duration.ofSeconds(1));
        assertThat(asked.isDue()).isTrue();
        all.close();
    }

    @Test
    void failsWithWhatTheServersSaidWhenNothingIsLeft() {
        RangeHttpServer server = server();
        generator = builder().maxWait(Duration.ZERO).build();
        try (LogRecorder log = new LogRecorder()) {
            server.answer(new Answer(503, "shutting down", Map.of("Retry-After", "1")));
            while (generator.status().failure() == null) {
                generator.tryGetUID(Duration.ZERO);
            }

            assertThatThrownBy(this::takeAll)
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageMatching(
                            "ids has no UID after waiting for [0-9]+ ms: no server of the id service hands out a range:"
                                    + " .*: it answers with status 503: shutting down")
                    .hasCauseInstanceOf(UidGenerateException.class);

            server.answer(null);
            while (generator.tryGetUID(Duration.ofSeconds(10)).isEmpty()) {}
            assertThat(generator.getUID()).isPositive();
            Patience.spinUntil(() -> generator.status().failure() == null);
            Patience.awaitUntil(() -> log.lines().stream()
                    .anyMatch(line -> line.matches("INFO ids: .* hands out ranges again after [1-9][0-9]* failures")));
            assertThat(log.lines()).as("one line, and one of the end").hasSize(2);
        }
    }

    /** Takes UIDs until there is none. */
    private void takeAll() {
        while (true) {
            generator.getUID();
        }
    }

    @Test
    void continuesAboveAUidThatItIsShown() {
        server();
        generator = builder().build();
        long shown = generator.getUID() + (100L << 32); // 100 seconds later

        generator.advancePast(shown);

        servers.get(0).answer(new Answer(500, "who asks now fails"));
        generator.advancePast(shown - 1);
        generator.advancePast(shown);
        assertThat(generator.getUID()).isGreaterThan(shown);
    }

    @Test
    void asksForMoreToContinueAboveTheHighestUidThatItHas() {
        RangeHttpServer server = server();
        generator = builder().build();
        long highest = generator.getUID() + RangeFetch.SHORTEST - 1;
        server.answer(new Answer(500, "no more"));

        generator.advancePast(highest - 1);
        assertThatThrownBy(() -> generator.advancePast(highest))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("ids cannot advance past uid=" + highest + ": no server of the id service");
    }

    @Test
    void staysAsItIsIfNoServerGetsAboveAUid() {
        RangeHttpServer server = server();
        generator = builder().build();
        long uid = generator.getUID();
        long shown = uid + (100_000L << 32); // more than a day later

        assertThatThrownBy(() -> generator.advancePast(shown))
                .isInstanceOf(UidGenerateException.class)
                .hasMessageStartingWith("ids cannot advance past uid=" + shown
                        + ": no server of the id service hands out a range: " + server.uri()
                        + ": it answers with status 422: ")
                .hasCauseInstanceOf(IOException.class);
        assertThat(generator.getUID()).isEqualTo(uid + 1);
        assertThat(generator.status().servers().get(0).failure()).isNull();
        assertThatThrownBy(() -> generator.advancePast(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("uid must not be negative: uid=-1");
    }

    @Test
    void isNotStartedByAThreadThatIsInterrupted() {
        server().hang();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> builder().build())
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("interrupted while waiting for the first range");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void keepsTheInterruptOfACallerThatWaitsForAServer() {
        server();
        generator = builder().build();
        long shown = generator.getUID() + (100L << 32);

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> generator.advancePast(shown))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "ids cannot advance past uid=" + shown + ": it was interrupted while it waited for a server")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void handsOutNothingOnceItIsClosed() {
        server();
        generator = builder().build();

        generator.close();
        generator.close();

        assertThatThrownBy(generator::getUID)
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("ids is closed");
        for (long uid : new long[] {0, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> generator.advancePast(uid))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessage("ids is closed");
        }
    }

    /** At once from JDK 21 on, before that when they are collected. */
    @Test
    void endsItsHttpClients() {
        Set<Thread> before = threadsOfHttpClients();
        server();
        for (int i = 0; i < 10; i++) {
            builder().build().close();
        }
        RemoteUidGenerator.Builder nobodyAnswers =
                RemoteUidGenerator.builder(List.of(URI.create("http://127.0.0.1:1")));
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(nobodyAnswers::build).isInstanceOf(UidGenerateException.class);
        }
        RemoteUidGenerator.Builder followsRedirects = builder()
                .httpClient(() -> HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NORMAL)
                        .build());
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(followsRedirects::build).isInstanceOf(IllegalArgumentException.class);
        }

        Patience.awaitUntil(() -> {
            if (Runtime.version().feature() < 21) {
                System.gc();
            }
            return before.containsAll(threadsOfHttpClients());
        });
    }

    private static Set<Thread> threadsOfHttpClients() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith("-SelectorManager"))
                .collect(Collectors.toSet());
    }

    @Test
    void reachesItsServersThroughAnHttpClientOfTheApplication() {
        RangeHttpServer proxy = server();
        generator = RemoteUidGenerator.builder(List.of(URI.create("http://ids.example")))
                .httpClient(() -> HttpClient.newBuilder()
                        .proxy(ProxySelector.of(new InetSocketAddress(
                                proxy.uri().getHost(), proxy.uri().getPort())))
                        .build())
                .build();

        assertThat(generator.getUID()).isPositive();
        assertThat(proxy.queries).isNotEmpty();
    }

    /** A fetch that its close ends is no failure of a server. */
    @Test
    void logsNothingWhenItIsClosedInTheMiddleOfAFetch() {
        RangeHttpServer server = server();
        generator = builder().build();
        server.hang();
        Patience.spinUntil(() -> {
            generator.tryGetUID(Duration.ZERO);
            return server.hanging() > 0;
        });

        try (LogRecorder log = new LogRecorder()) {
            generator.close();

            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void refusesOptionsThatAreOutOfRange() {
        assertThatThrownBy(() -> RemoteUidGenerator.builder(List.of()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("servers must name at least one: servers=[]");
        for (String uri : List.of("ids", "ftp://ids", "http://ids/", "http://ids?x=1", "http://me@ids", "mailto:ids")) {
            assertThatThrownBy(() ->
                            RemoteUidGenerator.builder(List.of(URI.create(uri))).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "a server must be http(s)://host[:port][/path], without a slash at the end: server=" + uri);
        }
        RemoteUidGenerator.Builder builder = RemoteUidGenerator.builder(List.of(URI.create("http://ids")));
        assertThatThrownBy(() -> builder.timeout(Duration.ZERO).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout must be positive: timeout=PT0S");
        builder.timeout(Duration.ofSeconds(1));
        assertThatThrownBy(() -> builder.maxAge(Duration.ofMillis(99)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxAge must be in [PT0.1S, PT24H]: maxAge=PT0.099S");
        assertThatThrownBy(() -> builder.maxAge(Duration.ofDays(2)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxAge must be in [PT0.1S, PT24H]: maxAge=PT48H");
        builder.maxAge(Duration.ofSeconds(1));
        assertThatThrownBy(() -> builder.maxWait(Duration.ofMillis(-1)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxWait must not be negative: maxWait=PT-0.001S");
        builder.maxWait(Duration.ZERO);
        assertThatThrownBy(() -> builder.name(" ").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name must not be blank: name=\" \"");
        builder.name("ids");
        assertThatThrownBy(() -> builder.expectedIdentity(" ").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expectedIdentity must not be blank: expectedIdentity=\" \"");
        builder.expectedIdentity("default");
        HttpClient follower = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        assertThatThrownBy(() -> builder.httpClient(() -> follower).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("httpClient must follow no redirects: httpClient=NORMAL");
    }
}
