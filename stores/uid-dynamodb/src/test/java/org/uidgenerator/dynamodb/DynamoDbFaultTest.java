package org.uidgenerator.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.testing.DynamoDbServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.TimedLeaseRow;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What is asked, and what goes wrong between a client and its server, and in the table. */
@Tag("proof")
@EnabledIf("org.uidgenerator.testing.DynamoDbServer#isInstalled")
class DynamoDbFaultTest {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final String TABLE = "WORKER_LEASE";
    private static final LeaseRow ROW = new LeaseRow(7, 5, 100, 600, "layout", "holder", true);
    private static final LeaseRow NEXT = new LeaseRow(7, 5, 200, 600, "layout", "holder", true);
    private static final Fence FENCE = new Fence(5, 100, 200);
    private static final String UNKNOWN = "; whether the request was done is unknown";

    /** Of an item, in bytes; DynamoDB allows 400 KB. */
    private static final int LARGE = 390_000;

    private static DynamoDbClient direct;

    private final List<Duration> pauses = new ArrayList<>();
    private DisturbedConnection connection;
    private DynamoDbClient disturbed;
    private String namespace;

    @BeforeAll
    static void connectDirectly() {
        direct = Clients.of(DynamoDbServer.shared().endpoint());
        DynamoDbLeaseStore.builder(direct).createTable(true).build().list(0, 0);
    }

    @AfterAll
    static void disconnectDirectly() {
        direct.close();
    }

    @BeforeEach
    void connect() throws Exception {
        namespace = "faults-" + NAMESPACES.incrementAndGet();
        connection = new DisturbedConnection(DynamoDbServer.shared().endpoint());
        disturbed = Clients.of(connection.uri());
    }

    @AfterEach
    void disconnect() {
        disturbed.close();
        connection.close();
    }

    private DynamoDbLeaseStore store(DynamoDbClient client) {
        return DynamoDbLeaseStore.builder(client).namespace(namespace).build(pauses::add);
    }

    private static LeaseRow row(long workerId, String holder) {
        return new LeaseRow(workerId, 5, 100, 600, "layout", holder, true);
    }

    private void put(Map<String, AttributeValue> item) {
        direct.putItem(request -> request.tableName(TABLE).item(item));
    }

    private void putLarge(long workerId) {
        Map<String, AttributeValue> item = new HashMap<>(Items.lease(namespace, workerId));
        item.putAll(Items.attributes(row(workerId, "holder"), Instant.EPOCH));
        item.put("NOTE", Items.text("n".repeat(LARGE)));
        put(item);
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    // The connection.

    @Test
    void doesNotClaimToKnowAWriteWhoseAnswerIsLost() {
        DynamoDbLeaseStore store = store(disturbed);
        store.insert(ROW); // over a connection that the next request finds open
        connection.loseAnswerToNext("UpdateItem");

        assertThatThrownBy(() -> store.update(FENCE, NEXT))
                .isInstanceOf(StoreException.class)
                .hasMessageEndingWith(UNKNOWN);

        assertThat(connection.count("UpdateItem")).isOne();
        assertThat(store(direct).find(7)).contains(NEXT);
    }

    @Test
    void repeatsNoWriteThatIsLost() {
        store(direct).insert(ROW);
        DynamoDbLeaseStore store = store(disturbed);
        for (String operation : List.of("UpdateItem", "DeleteItem", "PutItem")) {
            connection.loseNext(operation);
            assertThatThrownBy(() -> {
                        switch (operation) {
                            case "UpdateItem" -> store.update(FENCE, NEXT);
                            case "DeleteItem" -> store.delete(ROW);
                            default -> store.insert(row(8, "holder"));
                        }
                    })
                    .isInstanceOf(StoreException.class)
                    .hasMessageEndingWith(UNKNOWN);
            assertThat(connection.count(operation)).isOne();
        }

        assertThat(store(direct).list(0, 9)).extracting(TimedLeaseRow::row).containsExactly(ROW);
        assertThat(store.update(FENCE, NEXT)).isTrue();
    }

    @Test
    void wouldDenyAWriteThatWasDoneIfTheClientRepeatedIt() {
        store(direct).insert(ROW);
        connection.loseAnswerToNext("UpdateItem");

        assertThatThrownBy(() -> disturbed.updateItem(request -> request.tableName(TABLE)
                        .key(Items.lease(namespace, 7))
                        .updateExpression("SET TERM = :six")
                        .conditionExpression("TERM = :five")
                        .expressionAttributeValues(Map.of(":five", Items.number(5), ":six", Items.number(6)))))
                .isInstanceOf(ConditionalCheckFailedException.class);

        assertThat(store(direct).find(7).orElseThrow().term()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({"GetItem", "BatchGetItem", "Query"})
    void repeatsAReadWhoseAnswerIsLost(String operation) {
        store(direct).insert(ROW);
        connection.loseAnswerToNext(operation);
        DynamoDbLeaseStore store = store(disturbed);

        assertThat(
                        switch (operation) {
                            case "GetItem" -> store.find(7).stream().toList();
                            case "BatchGetItem" -> store.find(List.of(7L, 8L));
                            default ->
                                store.list(0, 9).stream()
                                        .map(TimedLeaseRow::row)
                                        .toList();
                        })
                .containsExactly(ROW);
        assertThat(connection.count(operation)).isEqualTo(2);
    }

    @Test
    void reservesTicksAlthoughAnswersAreLost() {
        try (LeasedWorkerIds assigner = LeasedWorkerIds.on(store(disturbed))) {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));
            LeaseRow before = store(direct).find(0).orElseThrow();
            connection.loseAnswerToNext("UpdateItem");

            lease.reserve(before.reservedThrough() + 1);

            LeaseRow after = store(direct).find(0).orElseThrow();
            assertThat(after.term()).isEqualTo(before.term());
            assertThat(after.reservedThrough()).isEqualTo(before.reservedThrough() + 600);
            assertThat(connection.count("UpdateItem")).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void waitsNoLongerThanTheClientIsToldTo() {
        try (DynamoDbClient client =
                Clients.of(connection.uri(), override -> override.apiCallTimeout(Duration.ofMillis(300)))) {
            connection.fallSilent();

            assertThatThrownBy(() -> store(client).find(7))
                    .isInstanceOf(StoreException.class)
                    .hasCauseInstanceOf(ApiCallTimeoutException.class);
        }
    }

    @Test
    void saysThatNobodyAnswers() {
        connection.close();

        try (DynamoDbClient impatient =
                Clients.of(connection.uri(), override -> override.retryStrategy(DefaultRetryStrategy.doNotRetry()))) {
            assertThatThrownBy(() ->
                            LeasedWorkerIds.on(store(impatient)).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                    .isInstanceOf(UidGenerateException.class)
                    .hasMessageStartingWith("no worker id from DynamoDB WORKER_LEASE: ")
                    .hasMessageContaining("Connection refused")
                    .hasMessageEndingWith(UNKNOWN);
        }
    }

    @Test
    void keepsTheInterruptOfWhoeverWaits() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> store(direct).find(7))
                .isInstanceOf(StoreException.class)
                .hasMessage("interrupted while waiting for DynamoDB")
                .hasCauseInstanceOf(AbortedException.class);

        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ProvisionedThroughputExceededException | raise the capacity of the table, or switch it to on-demand",
                "ThrottlingException | raise the capacity of the table, or switch it to on-demand",
                "ExpiredTokenException | check the credentials of the DynamoDbClient",
                "AccessDeniedException | allow dynamodb:GetItem, BatchGetItem, Query, PutItem, UpdateItem and DeleteItem on the table, and CreateTable and DescribeTable if it is created"
            })
    void saysWhyAWriteIsRefusedAndRepeatsNone(String error, String wayOut) {
        store(direct).insert(ROW);
        connection.refuseNext("UpdateItem", error);

        assertThatThrownBy(() -> store(disturbed).update(FENCE, NEXT))
                .isInstanceOf(StoreException.class)
                .hasMessage("%s: no; %s", error, wayOut);

        assertThat(connection.count("UpdateItem")).isOne();
        assertThat(store(direct).find(7)).contains(ROW);
    }

    // What is asked.

    @Test
    void asksForNothingThatMayBeBehind() {
        store(direct).insert(ROW);
        DynamoDbLeaseStore store = store(disturbed);

        List<DisturbedConnection.Request> reads = connection.requestsOf(() -> {
            store.overview(0, 9, Optional.of("holder"));
            store.list(0, 9);
            store.find(7);
            store.find(List.of(7L, 8L));
            store.now();
            store.identityRecord().orElseThrow().find();
        });

        assertThat(reads)
                .extracting(DisturbedConnection.Request::operation)
                .contains("GetItem", "BatchGetItem", "Query");
        assertThat(reads).allSatisfy(read -> assertThat(read.body()).contains("\"ConsistentRead\":true"));
    }

    @Test
    void surveysAFleetOfAnySizeWithTheSameRequests() {
        for (int fleet : new int[] {3, 150}) {
            range(0, fleet).forEach(workerId -> store(direct).insert(row(workerId, "other")));

            assertThat(connection.operationsOf(() -> assertThat(store(disturbed)
                                    .overview(0, Long.MAX_VALUE, Optional.empty())
                                    .highest())
                            .hasValue(fleet - 1)))
                    .containsExactly("GetItem", "Query");
        }
        assertThat(connection.operationsOf(() -> store(disturbed).overview(0, 9, Optional.of("orders-2"))))
                .containsExactly("GetItem", "Query", "Query");
    }

    @Test
    void asksAgainForItemsThatItDidNotGetAfterPauses() {
        range(0, 8).forEach(this::putLarge);

        assertThat(store(disturbed).find(range(0, 9)))
                .extracting(LeaseRow::workerId)
                .containsExactlyInAnyOrderElementsOf(range(0, 8));

        assertThat(connection.count("BatchGetItem")).isGreaterThanOrEqualTo(3);
        assertThat(pauses)
                .hasSize((int) connection.count("BatchGetItem") - 1)
                .allMatch(pause -> pause.compareTo(Duration.ofMillis(25)) >= 0
                        && pause.compareTo(Duration.ofMillis(50)) < 0); // each brought some
    }

    /** A server that is asked for too much, and keeps on saying so. */
    private static class Throttled implements ExecutionInterceptor {
        @Override
        public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
            return context.request() instanceof BatchGetItemRequest asked
                    ? BatchGetItemResponse.builder()
                            .responses(Map.of())
                            .unprocessedKeys(asked.requestItems())
                            .build()
                    : context.response();
        }
    }

    @Test
    void givesUpAskingForItemsThatItDoesNotGet() {
        try (DynamoDbClient throttled =
                Clients.of(connection.uri(), override -> override.addExecutionInterceptor(new Throttled()))) {
            assertThatThrownBy(() -> store(throttled).find(List.of(7L, 8L)))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "DynamoDB returns none of 2 items, however often it is asked; raise the capacity of the table, or switch it to on-demand");
        }
        assertThat(connection.count("BatchGetItem")).isEqualTo(6);
        assertThat(pauses).hasSize(5);
        for (int i = 0; i < pauses.size(); i++) {
            assertThat(pauses.get(i)).isBetween(Duration.ofMillis(50L << i), Duration.ofMillis(100L << i));
        }
    }

    /** The caller is interrupted after such an answer. */
    private static final class Interrupted extends Throttled {
        @Override
        public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
            if (context.request() instanceof BatchGetItemRequest) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void keepsTheInterruptOfWhoeverPauses() {
        try (DynamoDbClient throttled =
                Clients.of(connection.uri(), override -> override.addExecutionInterceptor(new Interrupted()))) {
            DynamoDbLeaseStore store =
                    DynamoDbLeaseStore.builder(throttled).namespace(namespace).build();

            assertThatThrownBy(() -> store.find(List.of(7L, 8L)))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("interrupted while waiting for DynamoDB")
                    .hasCauseInstanceOf(InterruptedException.class);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(connection.count("BatchGetItem")).isOne();
        }
    }

    @Test
    void readsARangeThatIsLargerThanOneAnswer() {
        range(0, 4).forEach(this::putLarge);

        assertThat(store(disturbed).list(0, Long.MAX_VALUE))
                .extracting(lease -> lease.row().workerId())
                .containsExactlyElementsOf(range(0, 4));
        assertThat(connection.count("Query")).isGreaterThanOrEqualTo(2);
    }

    // New worker ids.

    @Test
    void dealsEachOfManyAnotherWorkerId() throws Exception {
        DynamoDbLeaseStore store = store(direct);

        assertThat(Callers.concurrently(Collections.nCopies(40, () -> store.dealt.deal(3))))
                .containsExactlyInAnyOrderElementsOf(range(3, 43));
        assertThat(Callers.concurrently(Collections.nCopies(40, () -> store.dealt.deal(30))))
                .containsExactlyInAnyOrderElementsOf(range(43, 83));
    }

    @Test
    void dealsNoneBelowTheLowestAndNoneTwice() {
        DynamoDbLeaseStore store = store(disturbed);
        assertThat(store.dealt.deal(0)).isEqualTo(0);
        assertThat(store.dealt.deal(0)).isEqualTo(1);
        assertThat(store.dealt.deal(1_000)).isEqualTo(1_000);
        assertThat(store.dealt.deal(0)).isEqualTo(1_001);
        assertThat(store.dealt.deal(1_002)).isEqualTo(1_002);
        assertThat(store.dealt.deal(1_004)).isEqualTo(1_004);
        assertThat(connection.operationsOf(() -> store.dealt.deal(5))).containsExactly("UpdateItem");
    }

    /** The counter is raised before each write that would raise it, and removed before each that would add to it. */
    private final class Faster implements ExecutionInterceptor {
        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            Map<String, AttributeValue> counter = new HashMap<>(Items.beside(namespace, 1));
            if (context.request() instanceof UpdateItemRequest write
                    && write.updateExpression().startsWith("SET")) {
                counter.put("DEALT", Items.number(100));
                put(counter);
            } else {
                direct.deleteItem(request -> request.tableName(TABLE).key(counter));
            }
        }
    }

    @Test
    void dealsTheLowestIfOthersAreFasterAgainAndAgain() {
        try (DynamoDbClient client =
                Clients.of(connection.uri(), override -> override.addExecutionInterceptor(new Faster()))) {
            assertThat(store(client).dealt.deal(7)).isEqualTo(7);
        }
        assertThat(connection.count("UpdateItem")).isEqualTo(6);
    }

    @Test
    void leavesOutAWorkerIdWhoseAnswerIsLost() {
        DynamoDbLeaseStore store = store(disturbed);
        store.dealt.deal(7);
        connection.loseAnswerToNext("UpdateItem");

        assertThat(store.dealt.deal(7)).isEqualTo(9);
    }

    @Test
    void startsAgainWhereTheCounterHasNoNumber() {
        Map<String, AttributeValue> item = new HashMap<>(Items.beside(namespace, 1));
        item.put("DEALT", Items.text("x"));
        put(item);

        assertThat(store(direct).dealt.deal(3)).isEqualTo(3);
        assertThat(store(direct).dealt.deal(3)).isEqualTo(4);
    }

    // The items.

    @Test
    void keepsALeaseAsPeopleReadIt() {
        store(direct).insert(ROW);

        Map<String, AttributeValue> item =
                new HashMap<>(direct.getItem(request -> request.tableName(TABLE).key(Items.lease(namespace, 7)))
                        .item());
        assertThat(Instant.parse(item.remove("ACQUIRED").s()))
                .isEqualTo(Instant.parse(item.remove("MODIFIED").s()));
        assertThat(item)
                .isEqualTo(Map.of(
                        "NAMESPACE", Items.text(namespace),
                        "WORKER_ID", Items.number(7),
                        "TERM", Items.number(5),
                        "RESERVED_THROUGH", Items.number(100),
                        "NEXT_RESERVATION", Items.number(600),
                        "LAYOUT", Items.text("layout"),
                        "HOLDER", Items.text("holder"),
                        "HELD", AttributeValue.fromBool(true)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1.5", "9223372036854775808"})
    void refusesAnItemThatIsNoLease(String term) {
        Map<String, AttributeValue> foreign = new HashMap<>(Items.lease(namespace, 7));
        foreign.put("TERM", term.equals("x") ? Items.text(term) : AttributeValue.fromN(term));
        put(foreign);
        DynamoDbLeaseStore store = store(direct);

        for (Runnable call : List.<Runnable>of(
                () -> store.list(0, Long.MAX_VALUE),
                () -> store.find(7),
                () -> store.find(List.of(7L)),
                () -> store.overview(0, 9, Optional.of("holder")))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith("an item of DynamoDB WORKER_LEASE is not the lease of a worker id: {")
                    .hasMessageContaining(namespace)
                    .hasMessageEndingWith("}; correct it, or take another namespace");
        }
        assertThat(store.insert(ROW)).isFalse();
        assertThat(store.update(FENCE, NEXT)).isFalse();
        store.delete(ROW);
        assertThat(direct.getItem(request -> request.tableName(TABLE).key(Items.lease(namespace, 7)))
                        .item())
                .isEqualTo(foreign);
    }

    @Test
    void refusesAnItemThatIsNoStoreIdentity() {
        Map<String, AttributeValue> foreign = new HashMap<>(Items.beside(namespace, 0));
        foreign.put("IDENTITY", Items.text("x"));
        put(foreign);
        DynamoDbLeaseStore store = store(direct);

        assertThatThrownBy(() -> store.overview(0, 9, Optional.empty()))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the item NAMESPACE=@%s, WORKER_ID=0 of DynamoDB WORKER_LEASE is no store identity: IDENTITY=\"x\"; correct it, or take another namespace",
                        namespace);
        assertThat(store.identityRecord()
                        .orElseThrow()
                        .insert(StoreIdentity.random(namespace, "layout", "maker", Instant.EPOCH, new Random(1))))
                .isFalse();
    }
}
