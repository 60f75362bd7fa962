package org.uidgenerator.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidLayout;
import org.uidgenerator.testing.EtcdServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;

/** What goes wrong between a store and its servers, on a server, and in its keys. */
@EnabledIf("org.uidgenerator.testing.EtcdServer#isInstalled")
class EtcdFaultTest {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final LeaseRow ROW = row(7, 100, "holder");
    private static final LeaseRow NEXT = row(7, 200, "holder");
    private static final Fence FENCE = new Fence(5, 100, 200);

    private final String namespace = "faults-" + NAMESPACES.incrementAndGet();
    private final List<Socket> sockets = new ArrayList<>();
    private DisturbedServer disturbed;

    @BeforeEach
    void listen() throws Exception {
        disturbed = new DisturbedServer(EtcdServer.shared().url());
    }

    @AfterEach
    void close() throws Exception {
        disturbed.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static LeaseRow row(long workerId, long reservedThrough, String holder) {
        return new LeaseRow(workerId, 5, reservedThrough, 600, "layout", holder, true);
    }

    private EtcdLeaseStore store(URI... servers) {
        return EtcdLeaseStore.builder(List.of(servers))
                .namespace(namespace)
                .timeout(Duration.ofMinutes(1))
                .build();
    }

    private EtcdLeaseStore direct() {
        return store(URI.create(EtcdServer.shared().url()));
    }

    /** Writes a key whatever it has. */
    private void put(String key, String value) {
        gateway().run(new Transaction().put("/uid/" + namespace + "/" + key, value));
    }

    private static Gateway gateway() {
        return new Gateway(List.of(URI.create(EtcdServer.shared().url())), Duration.ofMinutes(1), null, null);
    }

    private static URI unservedAddress() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
    }

    // Requests and answers.

    @Test
    void doesNotClaimToKnowAWriteWhoseAnswerIsLost() {
        direct().insert(ROW);
        disturbed.loseAnswerToNextWrite();

        assertThatThrownBy(() -> store(disturbed.uri()).update(FENCE, NEXT))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("etcd at " + disturbed.uri() + " does not answer: ");

        assertThat(direct().find(7)).contains(NEXT);
    }

    @Test
    void repeatsNoWriteThatIsLost() {
        direct().insert(ROW);
        disturbed.loseNextWrite();

        assertThatThrownBy(() -> store(
                                disturbed.uri(), URI.create(EtcdServer.shared().url()))
                        .update(FENCE, NEXT))
                .isInstanceOf(StoreException.class);

        assertThat(direct().find(7)).contains(ROW);
        assertThat(store(disturbed.uri()).update(FENCE, NEXT)).isTrue();
    }

    @Test
    void writesNoRowThatAnotherProcessHasWrittenMeanwhile() {
        direct().insert(ROW);
        LeaseRow same = row(7, 100, "holder"); // which the fence admits
        disturbed.beforeWrites(() -> direct().update(FENCE, same));

        assertThat(store(disturbed.uri()).update(FENCE, NEXT)).isFalse();

        assertThat(direct().find(7)).contains(ROW);
    }

    @Test
    void addsNoRowThatAnotherProcessAddsMeanwhile() {
        disturbed.beforeWrites(() -> direct().insert(ROW));

        assertThat(store(disturbed.uri()).insert(NEXT)).isFalse();

        assertThat(direct().find(7)).contains(ROW);
    }

    @Test
    void asksAsOftenInAFleetOfAnySize() {
        EtcdLeaseStore store = store(disturbed.uri());
        for (int fleet : new int[] {1, 40}) {
            for (int workerId = 0; workerId < fleet; workerId++) {
                direct().insert(row(workerId, 100, "orders-" + workerId % 3));
            }
            assertThat(disturbed.transactionsOf(() -> store.overview(0, 1_000, Optional.of("orders-2"))))
                    .isOne();
            store.insertNew(0, 1_000, fleet, next -> row(next, 1, "new")); // which raises the counter so far
            assertThat(disturbed.transactionsOf(() -> store.insertNew(0, 1_000, fleet, next -> row(next, 1, "new"))))
                    .isEqualTo(2);
        }
    }

    @Test
    void readsNoMoreThanTheLastKeyOfAFleet() {
        for (int workerId = 0; workerId < 3; workerId++) {
            direct().insert(row(workerId, 100, "holder"));
        }
        Keys keys = new Keys(namespace);

        List<Entry> read = gateway()
                .run(new Transaction().getLastKey(keys.lease(0), keys.lease(9)))
                .read()
                .get(0);

        assertThat(read).extracting(Entry::key).containsExactly(keys.lease(2));
        assertThat(read).extracting(Entry::value).containsExactly("");
    }

    @Test
    void asksForAsManyRowsAsFitIntoATransactionOrAnAnswer() {
        for (int workerId = 0; workerId <= EtcdLeaseStore.PAGE; workerId++) {
            direct().insert(row(workerId, 100, "holder"));
        }
        EtcdLeaseStore store = store(disturbed.uri());

        assertThat(disturbed.transactionsOf(() -> store.list(0, EtcdLeaseStore.PAGE - 2L)))
                .isEqualTo(1);
        assertThat(disturbed.transactionsOf(() -> store.list(0, EtcdLeaseStore.PAGE)))
                .isEqualTo(2);
        assertThat(disturbed.transactionsOf(() -> store.find(workerIds(Transaction.MOST_READS))))
                .isEqualTo(1);
        assertThat(disturbed.transactionsOf(() -> store.find(workerIds(Transaction.MOST_READS + 1))))
                .isEqualTo(2);
    }

    private static List<Long> workerIds(int number) {
        return LongStream.range(0, number).boxed().toList();
    }

    // Servers.

    @Test
    void passesOverServersThatAreNotThere() throws Exception {
        EtcdLeaseStore store = store(unservedAddress(), unservedAddress(), disturbed.uri());

        assertThat(store.insert(ROW)).isTrue();
        assertThat(store.find(7)).contains(ROW);
    }

    @Test
    void saysWhichServerDoesNotAnswer() throws Exception {
        URI server = unservedAddress();

        assertThatThrownBy(() -> store(server).find(7))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("etcd at " + server + " does not answer: java.net.ConnectException")
                .hasCauseInstanceOf(ConnectException.class);
    }

    @Test
    void losesNothingThatAServerWasKilledAfter() {
        try (EtcdServer server = new EtcdServer()) {
            server.start();
            EtcdLeaseStore store = EtcdLeaseStore.builder(List.of(URI.create(server.url())))
                    .namespace(namespace)
                    .timeout(Duration.ofSeconds(3))
                    .build();
            assertThat(store.insert(ROW)).isTrue();

            server.pause();
            assertThatThrownBy(() -> store.find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("etcd at " + server.url() + " has not answered within PT3S");
            server.resume();
            server.kill9();
            assertThatThrownBy(() -> store.find(7)).isInstanceOf(StoreException.class);
            server.start();

            assertThat(store(URI.create(server.url())).find(7)).contains(ROW);
        }
    }

    @Test
    void asksEachServerOnceIfNoneIsThere() throws Exception {
        URI last = unservedAddress();

        assertThatThrownBy(() -> store(unservedAddress(), last).find(7))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("etcd at " + last + " does not answer: java.net.ConnectException");
    }

    /** Which a system tries for minutes. */
    @Test
    void triesNoLongerToConnectThanItWaits() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fill(server);
            URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort());
            EtcdLeaseStore store = EtcdLeaseStore.builder(List.of(uri))
                    .timeout(Duration.ofMillis(50))
                    .build();

            assertThatThrownBy(() -> store.find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith("etcd at " + uri + " does not answer: ")
                    .hasCauseInstanceOf(SocketTimeoutException.class);
        }
    }

    /** Connects until the system takes no connection more. */
    private void fill(ServerSocket server) throws IOException {
        try {
            while (true) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.connect(server.getLocalSocketAddress(), 200);
            }
        } catch (SocketTimeoutException full) {
            assertThat(sockets).hasSizeGreaterThan(1);
        }
    }

    /** Gives each request the same answer. */
    private static final class OtherServer implements AutoCloseable {
        private final HttpServer listener;
        private final Queue<Headers> requests = new ConcurrentLinkedQueue<>();
        private volatile int status;
        private volatile String text;

        OtherServer(int status, String text) throws IOException {
            answer(status, text);
            listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            listener.createContext("/", this::handle);
            listener.start();
        }

        void answer(int status, String text) {
            this.status = status;
            this.text = text;
        }

        private void handle(HttpExchange exchange) throws IOException {
            try (exchange) {
                requests.add(exchange.getRequestHeaders());
                byte[] answer = text.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Location", "/elsewhere");
                exchange.sendResponseHeaders(status, answer.length);
                exchange.getResponseBody().write(answer);
            }
        }

        URI uri() {
            return URI.create("http://127.0.0.1:" + listener.getAddress().getPort());
        }

        @Override
        public void close() {
            listener.stop(0);
        }
    }

    @Test
    void saysWhatAServerRefuses() throws Exception {
        try (OtherServer server = new OtherServer(503, "{\"error\":\"etcdserver: no leader\",\"code\":14}")) {
            URI uri = server.uri();
            assertThatThrownBy(() -> store(uri).find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("etcd at " + uri + " refuses: etcdserver: no leader");
            server.answer(503, "no JSON");
            assertThatThrownBy(() -> store(uri).find(7)).hasMessage("etcd at " + uri + " refuses: status 503 no JSON");
            server.answer(200, "no JSON");
            assertThatThrownBy(() -> store(uri).find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("etcd at " + uri + " is no etcd of version 3.4 or newer: no JSON");
            server.answer(503, "x".repeat(200));
            assertThatThrownBy(() -> store(uri).find(7))
                    .hasMessageEndingWith(" refuses: status 503 " + "x".repeat(200));
            server.answer(503, "x".repeat(201));
            assertThatThrownBy(() -> store(uri).find(7))
                    .hasMessageEndingWith(" refuses: status 503 " + "x".repeat(200) + "...");
        }
    }

    @Test
    void asksAnotherServerAfterOneThatRefuses() throws Exception {
        try (OtherServer server = new OtherServer(503, "")) {
            EtcdLeaseStore store = store(server.uri(), disturbed.uri());
            assertThatThrownBy(() -> store.find(7)).isInstanceOf(StoreException.class);

            assertThat(store.insert(ROW)).isTrue();
            assertThat(store.find(7)).contains(ROW);
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void sendsJsonOnceAndFollowsNoRedirect() throws Exception {
        try (OtherServer server = new OtherServer(307, "moved")) {
            assertThatThrownBy(() -> store(server.uri()).find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("etcd at " + server.uri() + " refuses: status 307 moved");

            assertThat(server.requests)
                    .singleElement()
                    .satisfies(headers ->
                            assertThat(headers.getFirst("Content-Type")).isEqualTo("application/json"));
        }
    }

    @Test
    void trustsServersAsItIsTold() throws Exception {
        try (EtcdServer server = EtcdServer.withTls()) {
            server.start();
            EtcdLeaseStore.Builder builder = EtcdLeaseStore.builder(List.of(URI.create(server.url())));

            assertThatThrownBy(() -> builder.build().find(7))
                    .isInstanceOf(StoreException.class)
                    .hasCauseInstanceOf(SSLException.class);
            EtcdLeaseStore store = builder.sslContext(server.sslContext()).build();
            assertThat(store.insert(ROW)).isTrue();
            assertThat(store.find(7)).contains(ROW);
        }
    }

    private static String administer(EtcdServer server, String path, String request) throws Exception {
        return administer(server, "", path, request);
    }

    private static String administer(EtcdServer server, String token, String path, String request) throws Exception {
        HttpRequest.Builder post = HttpRequest.newBuilder(URI.create(server.url() + path))
                .POST(HttpRequest.BodyPublishers.ofString(request));
        if (!token.isEmpty()) {
            post.header("Authorization", token);
        }
        HttpResponse<String> answer =
                HttpClient.newHttpClient().send(post.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** A token of the kind JWT says which users and roles there were, and is refused once there are others. */
    @Test
    void logsInAgainAfterAUserWasAdded(@TempDir Path folder) throws Exception {
        Path key = Files.writeString(folder.resolve("key"), "of the servers");
        try (EtcdServer server = new EtcdServer("--auth-token", "jwt,sign-method=HS512,priv-key=" + key)) {
            server.start();
            String root = "{\"name\":\"root\",\"password\":\"secret\"}";
            administer(server, "/v3/auth/user/add", root);
            administer(server, "/v3/auth/role/add", "{\"name\":\"root\"}");
            administer(server, "/v3/auth/user/grant", "{\"user\":\"root\",\"role\":\"root\"}");
            administer(server, "/v3/auth/enable", "{}");
            EtcdLeaseStore store = EtcdLeaseStore.builder(List.of(URI.create(server.url())))
                    .credentials("root", "secret")
                    .build();
            assertThat(store.insert(ROW)).isTrue();

            String login = administer(server, "/v3/auth/authenticate", root);
            String token = login.replaceAll(".*\"token\":\"([^\"]*).*", "$1");
            administer(server, token, "/v3/auth/user/add", "{\"name\":\"another\",\"password\":\"secret\"}");

            assertThat(store.update(FENCE, NEXT)).isTrue();
        }
    }

    @Test
    void namesTheSettingOfAServerWithoutAGateway() {
        try (EtcdServer server = new EtcdServer("--enable-grpc-gateway=false")) {
            server.start();

            assertThatThrownBy(() -> store(URI.create(server.url())).find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("etcd at " + server.url()
                            + " refuses: status 404 404 page not found: set enable-grpc-gateway:"
                            + " true, which etcd needs if it has a configuration file");
        }
    }

    @Test
    void isTheUserThatServersKnow() throws Exception {
        try (EtcdServer server = new EtcdServer()) {
            server.start();
            for (String user : List.of("root", "orders", "stranger")) {
                administer(server, "/v3/auth/user/add", "{\"name\":\"" + user + "\",\"password\":\"secret\"}");
                administer(server, "/v3/auth/role/add", "{\"name\":\"" + user + "\"}");
                administer(server, "/v3/auth/user/grant", "{\"user\":\"" + user + "\",\"role\":\"" + user + "\"}");
            }
            administer(
                    server,
                    "/v3/auth/role/grant",
                    "{\"name\":\"orders\",\"perm\":{\"permType\":\"READWRITE\",\"key\":\"" + Entry.base64("/uid/")
                            + "\",\"range_end\":\"" + Entry.base64("/uid0") + "\"}}");
            administer(server, "/v3/auth/enable", "{}");
            List<URI> servers = List.of(URI.create(server.url()));
            EtcdLeaseStore store = EtcdLeaseStore.builder(servers)
                    .credentials("orders", "secret")
                    .build();
            assertThat(store.insert(ROW)).isTrue();

            server.restart(); // which forgets the token
            assertThat(store.update(FENCE, NEXT)).isTrue();

            assertThatThrownBy(() -> EtcdLeaseStore.on(servers).find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("etcd at " + server.url() + " refuses: etcdserver: user name is empty");
            assertThatThrownBy(() -> EtcdLeaseStore.builder(servers)
                            .credentials("stranger", "secret")
                            .build()
                            .find(7))
                    .hasMessage("etcd at " + server.url() + " refuses: etcdserver: permission denied");
            assertThatThrownBy(() -> EtcdLeaseStore.builder(servers)
                            .credentials("orders", "wrong")
                            .build()
                            .find(7))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("etcd at " + server.url() + " refuses: etcdserver: authentication failed, invalid user"
                            + " ID or password");
        }
    }

    // Keys.

    @Test
    void leavesAKeyAloneThatIsNoLease() {
        String foreign = "x".repeat(100);
        put("lease/0000000000000000007", foreign);

        for (Runnable call : List.<Runnable>of(
                () -> direct().list(0, Long.MAX_VALUE),
                () -> direct().find(7),
                () -> direct().update(FENCE, NEXT),
                () -> direct().delete(ROW))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "the key /uid/%s/lease/0000000000000000007 is not the lease of a worker id: value=\"%s...\";"
                                    + " remove it, or take another namespace",
                            namespace, "x".repeat(64));
        }
        assertThat(direct().insert(ROW)).isFalse();
    }

    @Test
    void quotesNoMoreThanTheBeginningOfAValue() {
        assertThat(new Entry("key", "x".repeat(64), 1, 1).quote()).isEqualTo("x".repeat(64));
        assertThat(new Entry("key", "x".repeat(65), 1, 1).quote()).isEqualTo("x".repeat(64) + "...");
    }

    @Test
    void refusesAStoreIdentityThatIsNone() {
        put("identity", "10.0.0.1");

        assertThatThrownBy(() -> direct().identityRecord().orElseThrow().find())
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the key /uid/%s/identity is not a store identity: value=\"10.0.0.1\"; remove it, or take another namespace",
                        namespace);
    }

    private DealtKey disturbedCounter() {
        return new DealtKey(
                new Gateway(List.of(disturbed.uri()), Duration.ofMinutes(1), null, null), new Keys(namespace).dealt());
    }

    @Test
    void dealsNoWorkerIdTwice() {
        DealtKey dealt = disturbedCounter();

        assertThat(dealt.deal(3).number()).isEqualTo(3);
        assertThat(dealt.deal(3).number()).isEqualTo(4);
        assertThat(disturbed.transactionsOf(
                        () -> assertThat(dealt.deal(5).number()).isEqualTo(5)))
                .isOne();
        assertThat(dealt.deal(1_000).number()).isEqualTo(1_000);
        assertThat(dealt.deal(0).number()).isEqualTo(1_001);
        disturbed.loseAnswerToNextWrite();
        assertThatThrownBy(() -> dealt.deal(0)).isInstanceOf(StoreException.class);
        assertThat(dealt.deal(0).number()).isEqualTo(1_003);
        put("dealt", "x");
        assertThat(dealt.deal(7).number()).isEqualTo(7);
        assertThat(dealt.deal(7).number()).isEqualTo(8);
    }

    @Test
    void dealsTheLowestIfOthersAreFasterAgainAndAgain() {
        DealtKey dealt = disturbedCounter();
        AtomicInteger writes = new AtomicInteger();
        disturbed.beforeWrites(() -> {
            if (writes.getAndIncrement() % 2 == 0) {
                gateway().run(new Transaction().delete(dealt.key()));
            } else {
                put("dealt", "100");
            }
        });

        assertThat(disturbed.transactionsOf(
                        () -> assertThat(dealt.deal(7).number()).isEqualTo(7)))
                .isEqualTo(12);
    }

    @Test
    void findsRowsByHoldersWhateverTheirNamesHave() {
        List<String> holders =
                List.of("a", "a:0000000000000000050", "1:a", "", "zwei\nZeilen", "\u00e9\ud83d\ude00", "a/../b");
        for (int workerId = 0; workerId < holders.size(); workerId++) {
            direct().insert(row(workerId, 100, holders.get(workerId)));
        }

        for (int workerId = 0; workerId < holders.size(); workerId++) {
            assertThat(direct().overview(0, 100, Optional.of(holders.get(workerId)))
                            .own())
                    .containsExactly((long) workerId);
        }
        direct().delete(row(0, 100, "a"));
        assertThat(direct().overview(0, 100, Optional.of("a")).own()).isEmpty();
    }

    @Test
    void keepsRowsAsPeopleReadThem() {
        Instant time = Instant.parse("2027-01-01T00:00:00Z");
        TimedLeaseRow lease = new TimedLeaseRow(row(7, -1, "<host>\n:1"), time, time.plusSeconds(1));
        String text = "{\"TERM\":\"5\",\"RESERVED_THROUGH\":\"-1\",\"NEXT_RESERVATION\":\"600\",\"LAYOUT\":\"layout\","
                + "\"HELD\":\"true\",\"ACQUIRED\":\"2027-01-01T00:00:00Z\","
                + "\"MODIFIED\":\"2027-01-01T00:00:01Z\",\"HOLDER\":\"<host>\\n:1\"}";

        assertThat(EtcdLeaseStore.value(lease.row(), lease.acquired(), lease.modified()))
                .isEqualTo(text);
        assertThat(EtcdLeaseStore.stored(entry(text))).isEqualTo(lease);
        for (String damaged : List.of(
                "",
                "[]",
                "7",
                text.replace("TERM", "term"),
                text.replace("600", "9223372036854775808"),
                text.replace("600", "0600"),
                text.replace("600", "1.5"),
                text.replace("true", "1"),
                text.replace("\"layout\"", "{}"),
                text.replace("01Z", "today"),
                text.substring(1))) {
            assertThatThrownBy(() -> EtcdLeaseStore.stored(entry(damaged)))
                    .as(damaged)
                    .isInstanceOf(StoreException.class);
        }
    }

    private static Entry entry(String value) {
        return new Entry("/uid/default/lease/0000000000000000007", value, 1, 1);
    }

    // Time.

    /** The server runs on this host, so it has the same clock. */
    @Test
    void isNotBehindTheClockThatItShows() {
        Instant asked = Instant.now();

        assertThat(direct().now()).isBetween(asked, Instant.now());
    }

    @Test
    void givesAWorkerIdAgainAsSoonAsItsLeaseHasExpired() {
        UidLayout layout = LayoutPreset.TWITTER.layout();
        long expired = layout.tickAt(System.currentTimeMillis()) - 1;
        direct().insert(new LeaseRow(7, 5, expired, 0, layout.toString(), "gone", true));

        try (LeasedWorkerIds workerIds =
                LeasedWorkerIds.builder(direct()).workerIds(7, 7).build()) {
            assertThat(workerIds.assignWorkerId(LeaseRequest.of(layout)).firstTick())
                    .isGreaterThan(expired);
        }
    }

    @Test
    void hasAStoreIdentityOfEachNamespace() {
        StoreIdentity identity = StoreIdentity.random(namespace, "", "", Instant.EPOCH, new Random(1));

        assertThat(direct().identityRecord().orElseThrow().insert(identity)).isTrue();

        assertThat(direct().overview(0, 9, Optional.empty()).identity()).contains(identity);
    }
}
