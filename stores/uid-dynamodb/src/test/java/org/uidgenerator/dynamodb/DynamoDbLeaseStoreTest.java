package org.uidgenerator.dynamodb;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.uidgenerator.test.contract.WorkerLeaseStoreContract;
import org.uidgenerator.testing.DynamoDbServer;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What a store of leases promises, kept by a server that speaks the protocol of DynamoDB. */
@Tag("proof")
@EnabledIf("org.uidgenerator.testing.DynamoDbServer#isInstalled")
class DynamoDbLeaseStoreTest extends WorkerLeaseStoreContract {
    private static DynamoDbClient client;

    @BeforeAll
    static void connect() {
        client = Clients.of(DynamoDbServer.shared().endpoint());
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @Override
    protected int rowsReadAtOnce() {
        return Table.READ_TOGETHER;
    }

    @Override
    protected WorkerLeaseStore newStore(String namespace) {
        return DynamoDbLeaseStore.builder(client)
                .namespace(namespace)
                .createTable(true)
                .build();
    }
}
