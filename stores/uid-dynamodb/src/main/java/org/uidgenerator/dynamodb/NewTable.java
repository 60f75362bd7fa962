package org.uidgenerator.dynamodb;

import java.time.Duration;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** A table that is missing. */
record NewTable(DynamoDbClient client, String name) {
    /** DynamoDB takes some seconds; the waiter of the SDK looks every 20 s unless told otherwise. */
    private static final Duration PERIOD = Duration.ofMillis(200);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Returns how an administrator creates it. */
    String byHand() {
        return "the table is missing in " + client.serviceClientConfiguration().region()
                + "; create it with aws dynamodb create-table --table-name " + name
                + " --attribute-definitions AttributeName=NAMESPACE,AttributeType=S AttributeName=WORKER_ID,AttributeType=N"
                + " --key-schema AttributeName=NAMESPACE,KeyType=HASH AttributeName=WORKER_ID,KeyType=RANGE"
                + " --billing-mode PAY_PER_REQUEST";
    }

    /** Creates it, possibly while others do the same; returns when it can be used. */
    @SuppressWarnings("unchecked") // arrays of functions, from which nothing is read but these
    SdkResponse create() {
        try {
            client.createTable(request -> request.tableName(name)
                    .attributeDefinitions(
                            namespace ->
                                    namespace.attributeName(Items.NAMESPACE).attributeType(ScalarAttributeType.S),
                            workerId -> workerId.attributeName(Items.WORKER_ID).attributeType(ScalarAttributeType.N))
                    .keySchema(
                            namespace ->
                                    namespace.attributeName(Items.NAMESPACE).keyType(KeyType.HASH),
                            workerId -> workerId.attributeName(Items.WORKER_ID).keyType(KeyType.RANGE))
                    .billingMode(BillingMode.PAY_PER_REQUEST));
        } catch (ResourceInUseException othersDo) {
            // It is there, or will be.
        }
        try (DynamoDbWaiter waiter = client.waiter()) {
            return waiter.waitUntilTableExists(
                            request -> request.tableName(name),
                            override -> override.maxAttempts(Integer.MAX_VALUE)
                                    .backoffStrategyV2(BackoffStrategy.fixedDelay(PERIOD))
                                    .waitTimeout(PATIENCE))
                    .matched()
                    .response()
                    .orElseThrow();
        }
    }
}
