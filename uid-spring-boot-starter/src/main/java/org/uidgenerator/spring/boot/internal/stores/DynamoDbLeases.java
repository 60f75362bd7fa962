package org.uidgenerator.spring.boot.internal.stores;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.dynamodb.DynamoDbLeaseStore;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Leases in DynamoDB; uid-dynamodb and the AWS SDK may be absent. */
@Order(0) // before those of others
public final class DynamoDbLeases extends BuiltInStore<DynamoDbLeases.Properties>
        implements LeaseStoreProvider<DynamoDbLeases.Properties> {
    /**
     * Leases in DynamoDB.
     *
     * @param tableName Table of the worker ids. Default is WORKER_LEASE.
     * @param createTable Whether the table is created when it is missing.
     */
    @ConfigurationProperties("uid.worker.dynamodb")
    public record Properties(
            @Nullable String tableName,
            @DefaultValue("false") boolean createTable) {}

    public DynamoDbLeases() {
        super(
                "dynamodb",
                "org.uidgenerator:uid-dynamodb",
                "org.uidgenerator.dynamodb.DynamoDbLeaseStore",
                List.of("software.amazon.awssdk.services.dynamodb.DynamoDbClient"),
                Properties.class,
                "Add a DynamoDbClient bean and the module uid-dynamodb. Leased as well, from DynamoDB.");
    }

    @Override
    public Optional<OptionText> advice(Throwable failure) {
        return failure instanceof SdkException
                ? Optional.of(OptionText.plain(
                        "Region, endpoint, credentials, retries and time-outs are those of the DynamoDbClient bean."))
                : Optional.empty();
    }

    @Override
    public WorkerLeaseStore open(StoreRequest<Properties> request, String namespace) {
        DynamoDbLeaseStore.Builder builder = DynamoDbLeaseStore.builder((DynamoDbClient) request.bean())
                .namespace(namespace)
                .createTable(request.properties().createTable());
        ifSet(request.properties().tableName(), builder::tableName);
        return builder.build();
    }
}
