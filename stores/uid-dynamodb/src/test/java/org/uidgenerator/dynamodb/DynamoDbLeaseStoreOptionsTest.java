package org.uidgenerator.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.testing.DynamoDbServer;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerLease;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.store.Fence;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

@Tag("proof")
@EnabledIf("org.uidgenerator.testing.DynamoDbServer#isInstalled")
class DynamoDbLeaseStoreOptionsTest {
    private static final LeaseRow ROW = new LeaseRow(7, 5, 100, 600, "layout", "holder", true);

    private static DynamoDbClient client;

    @BeforeAll
    static void connect() {
        client = Clients.of(DynamoDbServer.shared().endpoint());
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @Test
    void isOnATableAndInANamespaceUnlessToldOtherwise() {
        assertThat(DynamoDbLeaseStore.on(client)).hasToString("DynamoDB WORKER_LEASE");
        assertThat(DynamoDbLeaseStore.on(client).namespace()).isEqualTo("default");
    }

    @Test
    void refusesWhatIsNoPlainText() {
        assertThatThrownBy(
                        () -> DynamoDbLeaseStore.builder(client).namespace("@a").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=@a");
        assertThatThrownBy(
                        () -> DynamoDbLeaseStore.builder(client).tableName("a").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tableName must be plain text [A-Za-z0-9._-]{3,255}: tableName=a");
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> DynamoDbLeaseStore.on(null)).hasMessage("client");
        assertThatThrownBy(() -> DynamoDbLeaseStore.builder(client).namespace(null))
                .hasMessage("namespace");
        assertThatThrownBy(() -> DynamoDbLeaseStore.builder(client).tableName(null))
                .hasMessage("tableName");
    }

    @Test
    void saysHowToCreateAMissingTable() {
        WorkerLeaseStore store =
                DynamoDbLeaseStore.builder(client).tableName("missing").build();

        assertThatThrownBy(() -> LeasedWorkerIds.on(store).assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT)))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no worker id from DynamoDB missing: the table is missing in eu-central-1;"
                        + " create it with aws dynamodb create-table --table-name missing"
                        + " --attribute-definitions AttributeName=NAMESPACE,AttributeType=S AttributeName=WORKER_ID,AttributeType=N"
                        + " --key-schema AttributeName=NAMESPACE,KeyType=HASH AttributeName=WORKER_ID,KeyType=RANGE"
                        + " --billing-mode PAY_PER_REQUEST, or set createTable=true");
        assertThatThrownBy(() -> store.list(0, 1)).isInstanceOf(UidGenerateException.class);
        assertThatThrownBy(() -> store.identityRecord().orElseThrow().find()).isInstanceOf(UidGenerateException.class);
        assertThatThrownBy(() -> store.update(new Fence(5, 100, 200), ROW))
                .isInstanceOf(StoreException.class)
                .hasCauseInstanceOf(ResourceNotFoundException.class)
                .hasMessageEndingWith(
                        "; the table is missing, is just being created, or lies in another Region or account");
    }

    @Test
    void createsAMissingTableOnceForAll() throws Exception {
        Callable<Boolean> start = () -> {
            WorkerLeaseStore store = DynamoDbLeaseStore.builder(client)
                    .tableName("on-demand")
                    .createTable(true)
                    .build();
            return store.list(0, 9).isEmpty() && store.find(7).isEmpty();
        };

        assertThat(Callers.concurrently(Collections.nCopies(8, start))).containsOnly(true);
        assertThat(DynamoDbLeaseStore.builder(client)
                        .tableName("on-demand")
                        .build()
                        .insert(ROW))
                .isTrue();
    }

    @Test
    void saysWhatIsWrongWithATableThatHasOtherKeys() {
        AttributeDefinition id = AttributeDefinition.builder()
                .attributeName("ID")
                .attributeType("S")
                .build();
        KeySchemaElement key =
                KeySchemaElement.builder().attributeName("ID").keyType("HASH").build();
        client.createTable(request -> request.tableName("other-keys")
                .attributeDefinitions(id)
                .keySchema(key)
                .billingMode("PAY_PER_REQUEST"));
        try (DynamoDbWaiter waiter = client.waiter()) {
            waiter.waitUntilTableExists(
                    request -> request.tableName("other-keys"),
                    override -> override.backoffStrategyV2(attempt -> Duration.ofMillis(10)));
        }

        assertThatThrownBy(() -> DynamoDbLeaseStore.builder(client)
                        .tableName("other-keys")
                        .build()
                        .find(7))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("ValidationException: ")
                .hasMessageEndingWith(
                        "; the table needs the partition key NAMESPACE, a string, and the sort key WORKER_ID, a number");
    }

    @Test
    void logsTheWorkerIdAndTheTableItIsFrom() {
        WorkerLeaseStore store = DynamoDbLeaseStore.builder(client)
                .tableName("logged")
                .createTable(true)
                .build();
        try (LogRecorder log = new LogRecorder();
                LeasedWorkerIds assigner = LeasedWorkerIds.on(store)) {
            WorkerLease lease = assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));

            assertThat(log.lines())
                    .containsExactly("INFO worker id 0 taken from DynamoDB logged (namespace default), first tick "
                            + lease.firstTick() + ", store identity "
                            + lease.state().identity().orElseThrow());
            assertThat(assigner.workers().get(0).holder())
                    .endsWith(":" + ProcessHandle.current().pid());
        }
    }
}
