package org.uidgenerator.crash;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.uidgenerator.StoreException;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.DynamoDbServer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Dynalite, and beside it a server that refuses all requests, as DynamoDB does, which Dynalite cannot. */
final class DynamoDbTarget extends FaultTarget {
    private static final String TABLE = "WORKER_LEASE";

    private final HttpServer throttling =
            refusing("com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException");
    private final HttpServer withoutRights = refusing("com.amazon.coral.service#AccessDeniedException");

    DynamoDbTarget() {
        super(CrashStore.DYNAMODB);
    }

    private static HttpServer refusing(String error) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            byte[] answer = ("{\"__type\":\"" + error + "\",\"message\":\"refused\"}").getBytes(StandardCharsets.UTF_8);
            server.createContext("/", exchange -> refuse(exchange, answer));
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void refuse(HttpExchange exchange, byte[] answer) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(400, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private DynamoDbClient admin() {
        return DynamoDbStoreClient.client(((DynamoDbServer) server()).endpoint().toString(), Patience.LONGEST);
    }

    @Override
    int portOfThrottling() {
        return throttling.getAddress().getPort();
    }

    @Override
    void setRights(boolean granted) {
        leadTo(granted ? server().port() : withoutRights.getAddress().getPort());
    }

    @Override
    void empty() {
        try (DynamoDbClient client = admin()) {
            if (client.listTables().tableNames().contains(TABLE)) {
                client.scanPaginator(scan -> scan.tableName(TABLE))
                        .items()
                        .forEach(item -> client.deleteItem(
                                delete -> delete.tableName(TABLE).key(keyOf(item))));
            }
        }
    }

    private static Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
        return Map.of("NAMESPACE", item.get("NAMESPACE"), "WORKER_ID", item.get("WORKER_ID"));
    }

    @Override
    void makeAgain() {
        try (DynamoDbClient client = admin()) {
            client.deleteTable(delete -> delete.tableName(TABLE));
            client.waiter().waitUntilTableNotExists(wait -> wait.tableName(TABLE));
        }
        try (StoreClient client = store().connect(directAddress())) {
            Patience.untilNo(StoreException.class, () -> client.leases().list(0, 0));
        }
    }

    @Override
    public void close() {
        throttling.stop(0);
        withoutRights.stop(0);
        super.close();
    }
}
