package org.uidgenerator.dynamodb;

import java.net.URI;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Clients of a server on this host. */
final class Clients {
    private Clients() {}

    static DynamoDbClient of(URI server) {
        return of(server, override -> override);
    }

    static DynamoDbClient of(URI server, UnaryOperator<ClientOverrideConfiguration.Builder> override) {
        return DynamoDbClient.builder()
                .endpointOverride(server)
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(
                        override.apply(ClientOverrideConfiguration.builder()).build())
                .build();
    }
}
