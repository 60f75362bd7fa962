package org.uidgenerator.dynamodb;

import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** The failures of requests in words, with the way out if one is known. */
final class Refusal {
    static final String INTERRUPTED = "interrupted while waiting for DynamoDB";
    static final String THROTTLED = "raise the capacity of the table, or switch it to on-demand";

    private static final String CREDENTIALS = "check the credentials of the DynamoDbClient";

    /** By the code of the error. */
    private static final Map<String, String> WAYS_OUT = Map.of(
            "AccessDeniedException",
            "allow dynamodb:GetItem, BatchGetItem, Query, PutItem, UpdateItem and DeleteItem on the table, and CreateTable and DescribeTable if it is created",
            "ExpiredTokenException",
            CREDENTIALS,
            "IncompleteSignatureException",
            CREDENTIALS,
            "InvalidSignatureException",
            CREDENTIALS,
            "UnrecognizedClientException",
            CREDENTIALS,
            "ResourceNotFoundException",
            "the table is missing, is just being created, or lies in another Region or account",
            "ValidationException",
            "the table needs the partition key NAMESPACE, a string, and the sort key WORKER_ID, a number");

    private Refusal() {}

    /** Describes what went wrong. */
    static String explain(SdkException failure) {
        if (!(failure instanceof AwsServiceException refused) || refused.awsErrorDetails() == null) {
            return failure.getMessage() + "; whether the request was done is unknown";
        }
        String code = refused.awsErrorDetails().errorCode();
        String said = code + ": " + refused.awsErrorDetails().errorMessage();
        if (refused.isThrottlingException()) {
            return said + "; " + THROTTLED;
        }
        String wayOut = code == null ? null : WAYS_OUT.get(code);
        return wayOut == null ? said : said + "; " + wayOut;
    }
}
