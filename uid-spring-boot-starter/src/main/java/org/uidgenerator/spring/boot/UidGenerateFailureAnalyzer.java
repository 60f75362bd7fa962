package org.uidgenerator.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.uidgenerator.UidGenerateException;

/** Shows why a generator does not start without a stack trace: the message says what to do, in the words of the builders. */
final class UidGenerateFailureAnalyzer extends AbstractFailureAnalyzer<UidGenerateException> {
    private static final String ACTION = """
            Do what the message says. The options that it names are properties of the same names:

                - namespace, workerIds, reservation and maxClockSkew are uid.worker.namespace and so on
                - the layout and its parts are uid.layout.time-bits and so on
            """;

    private static final String TABLES = """
                - tableCreation, tableName and schemaName are uid.worker.table-creation and so on
                - the scripts in sql/ are in the jar uid-worker-db, in org/uidgenerator/worker/db""";

    private static final String REDIS = """
                - acceptDataLoss, replicas and timeout are uid.worker.redis.accept-data-loss and so on
                - servers, user and password are those of the client: spring.data.redis.url, .username, .password, .sentinel.* and \
            .cluster.*, or the RedisURI of the RedisClient bean
                - appendonly, appendfsync and maxmemory-policy are settings of the server""";

    private static final String ZOOKEEPER = """
                - servers, time-outs, retry policy and authorization are those of the CuratorFramework bean: connectString, \
            sessionTimeoutMs, connectionTimeoutMs, retryPolicy and authorization of its builder""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UidGenerateException cause) {
        String message = String.valueOf(cause.getMessage());
        return new FailureAnalysis(
                "A UID generator could not start: " + message, ACTION + storeOptions(message), cause);
    }

    /** A store that fails is named in the message. */
    private static String storeOptions(String message) {
        if (message.contains("Redis")) {
            return REDIS;
        }
        return message.contains("ZooKeeper") ? ZOOKEEPER : TABLES;
    }
}
