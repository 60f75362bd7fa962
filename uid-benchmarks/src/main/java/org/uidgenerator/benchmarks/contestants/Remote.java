package org.uidgenerator.benchmarks.contestants;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.client.RemoteUidGenerator;

/**
 * A {@link RemoteUidGenerator}, fed over the loopback interface by a server in the same JVM, so that this contestant
 * and those of {@link Cached} differ by what is between them; or by the id service at the address that the system
 * property {@code benchmark.service} has, to measure the client without its server.
 */
final class Remote implements Contestant {
    private static final @Nullable String ELSEWHERE = System.getProperty("benchmark.service");

    private final @Nullable RangeService service = ELSEWHERE == null ? new RangeService() : null;
    private final RemoteUidGenerator generator = RemoteUidGenerator.builder(
                    List.of(service == null ? URI.create(ELSEWHERE) : service.address()))
            .timeout(Duration.ofMinutes(1)) // its server shares the processors with all that is measured
            .maxWait(Duration.ofMinutes(1))
            .build();

    @Override
    public long next() {
        return generator.getUID();
    }

    @Override
    public OptionalLong epochMilli(long newest) {
        return OptionalLong.of(generator.layout().decode(newest).time().toEpochMilli());
    }

    @Override
    public void close() {
        generator.close();
        if (service != null) {
            service.close();
        }
    }
}
