package org.uidgenerator.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The body of an answer as text, unless it is longer than any answer of an id service: memory is the caller's. */
final class BoundedText implements BodySubscriber<String> {
    /** A million UIDs whose ranges have three UIDs each. */
    static final int MOST_BYTES = 16 << 20;

    private final BodySubscriber<String> text = BodySubscribers.ofString(StandardCharsets.UTF_8);
    private @Nullable Subscription subscription;
    private long left = MOST_BYTES;

    @Override
    public CompletionStage<String> getBody() {
        return text.getBody();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        this.subscription = subscription;
        text.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> bytes) {
        left -= bytes.stream().mapToLong(ByteBuffer::remaining).sum();
        if (left >= 0) {
            text.onNext(bytes);
        } else if (subscription != null) {
            subscription.cancel();
            text.onError(new IOException("its answer has more than " + MOST_BYTES + " bytes"));
        }
    }

    @Override
    public void onError(Throwable failure) {
        text.onError(failure);
    }

    @Override
    public void onComplete() {
        text.onComplete();
    }
}
