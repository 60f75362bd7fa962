package org.uidgenerator.client;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server that was asked for its store identity, and may answer. One that does not, or does not know of identities, is
 * held to the identity when it hands out ranges.
 */
record IdentityQuestion(URI server, CompletableFuture<HttpResponse<String>> answer) implements AutoCloseable {
    /**
     * Waits for the answer, and checks it.
     *
     * @param nanos how long it is waited for; not at all if negative
     * @throws OtherIdentityException if the server names another identity
     * @throws InterruptedException if the thread is interrupted
     */
    void hold(IdentityRule rule, long nanos) throws OtherIdentityException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            return; // it is away
        }
        if (response.statusCode() == 200) {
            rule.require(server, RangeServer.identityOf(response));
        }
    }

    @Override
    public void close() {
        answer.cancel(true);
    }
}
