package org.uidgenerator.crash;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** A client of an id service with a short time-out. What it fetches is used within a second. */
final class ServiceClient implements StoreClient {
    private static final String IDENTITY = "Uid-Store-Identity";
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final URI server;

    ServiceClient(String url) {
        server = URI.create(url);
    }

    /** Starts a generator of what the service hands out. */
    RemoteUidGenerator generator(UidLayout layout, Duration longestWait, Optional<String> identity) {
        RemoteUidGenerator.Builder builder = RemoteUidGenerator.builder(List.of(server))
                .layout(layout)
                .timeout(TIMEOUT)
                .maxAge(MAX_AGE)
                .maxWait(longestWait);
        identity.ifPresent(builder::expectedIdentity);
        return builder.build();
    }

    /** Its server has them. */
    @Override
    public WorkerLeaseStore leases() {
        throw new UnsupportedOperationException("a client of an id service has no leases");
    }

    @Override
    public Optional<SegmentStore> counters(boolean fenced) {
        return Optional.of(counters(Optional.empty()));
    }

    private RemoteSegmentStore counters(Optional<String> identity) {
        RemoteSegmentStore.Builder builder =
                RemoteSegmentStore.builder(List.of(server)).timeout(TIMEOUT);
        identity.ifPresent(builder::expectedIdentity);
        return builder.build();
    }

    /** It is the client that compares identities. */
    @Override
    public SegmentIdGenerator.Builder counting(Optional<String> identity) {
        return SegmentIdGenerator.builder(counters(identity));
    }

    @Override
    public Optional<String> leaseIdentity() {
        return identity("/api/id");
    }

    @Override
    public Optional<String> counterIdentity() {
        return identity("/api/segment-range?count=1&tag=" + Issuer.TAG);
    }

    /** Returns the identity in an answer whose ids are lost. */
    private Optional<String> identity(String path) {
        try {
            HttpURLConnection asked =
                    (HttpURLConnection) server.resolve(path).toURL().openConnection();
            asked.getInputStream().close();
            return Optional.ofNullable(asked.getHeaderField(IDENTITY));
        } catch (IOException e) {
            throw new StoreException("no answer from " + server, e);
        }
    }

    @Override
    public void close() {}
}
