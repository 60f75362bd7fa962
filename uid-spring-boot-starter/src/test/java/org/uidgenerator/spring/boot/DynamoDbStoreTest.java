package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.dynamodb.DynamoDbLeaseStore;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.testing.DynamoDbServer;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Applications that keep worker ids in a server that speaks the protocol of DynamoDB. */
@EnabledIf("org.uidgenerator.testing.DynamoDbServer#isInstalled")
class DynamoDbStoreTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class));

    private ApplicationContextRunner on(URI server) {
        return context.withBean(DynamoDbClient.class, () -> client(server));
    }

    static DynamoDbClient client(URI server) {
        return DynamoDbClient.builder()
                .endpointOverride(server)
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(override -> override.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
    }

    @Test
    void leasesAWorkerIdFromTheTableThatIsNamed() {
        on(DynamoDbServer.shared().endpoint())
                .withPropertyValues(
                        "uid.worker.dynamodb.table-name=orders",
                        "uid.worker.dynamodb.create-table=true",
                        "uid.worker.namespace=shop",
                        "uid.worker.worker-ids.first=5",
                        "uid.worker.worker-ids.last=9")
                .run(started -> {
                    assertThat(started.getBean(UidGenerator.class).getUID()).isPositive();
                    try (DynamoDbClient client = client(DynamoDbServer.shared().endpoint());
                            LeasedWorkerIds workerIds = LeasedWorkerIds.on(DynamoDbLeaseStore.builder(client)
                                    .tableName("orders")
                                    .namespace("shop")
                                    .build())) {
                        assertThat(workerIds.workers())
                                .extracting(WorkerLeaseStatus::workerId)
                                .containsExactly(5L);
                    }
                });
    }

    private static void assertAnalysis(ApplicationContextRunner context, String description, String action) {
        context.run(started -> {
            FailureAnalysis analysis = FailureAnalysisTest.analysis(started.getStartupFailure());
            assertThat(analysis.getDescription()).startsWith("There are no UIDs: no worker id from DynamoDB ");
            assertThat(analysis.getDescription() + "\n" + analysis.getAction()).contains(description, action);
        });
    }

    @Test
    void tellsHowToCreateAMissingTable() {
        assertAnalysis(
                on(DynamoDbServer.shared().endpoint()),
                "create it with aws dynamodb create-table --table-name WORKER_LEASE ",
                "or set createTable=true");
    }

    @Test
    void tellsWhatToDoWhenDynamoDbIsAway() {
        assertAnalysis(
                on(URI.create("http://127.0.0.1:1")),
                "Connection refused",
                "Region, endpoint, credentials, retries and time-outs are those of the DynamoDbClient bean.");
    }

    @Test
    void refusesANameThatIsNoTable() {
        on(DynamoDbServer.shared().endpoint())
                .withPropertyValues("uid.worker.dynamodb.table-name=a b")
                .run(started -> assertThat(started)
                        .getFailure()
                        .hasRootCauseMessage("tableName must be plain text [A-Za-z0-9._-]{3,255}: tableName=a b"));
    }
}
