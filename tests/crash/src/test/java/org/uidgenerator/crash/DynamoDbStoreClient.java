package org.uidgenerator.crash;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.uidgenerator.dynamodb.DynamoDbLeaseStore;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client of DynamoDB with short time-outs. */
final class DynamoDbStoreClient implements StoreClient {
    private final DynamoDbClient client;

    DynamoDbStoreClient(String endpoint) {
        client = client(endpoint, Duration.ofSeconds(1));
    }

    static DynamoDbClient client(String endpoint, Duration timeout) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(endpoint))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(override -> override.apiCallTimeout(timeout))
                .build();
    }

    @Override
    public WorkerLeaseStore leases() {
        return DynamoDbLeaseStore.builder(client).createTable(true).build();
    }

    @Override
    public Optional<SegmentStore> counters(boolean fenced) {
        return Optional.empty();
    }

    @Override
    public void close() {
        client.close();
    }
}
