package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.generator.VirtualTime;

/** How old UIDs may become that were fetched, in virtual time. */
class MaxAgeTest {
    private static final Duration MAX_AGE = Duration.ofSeconds(8);
    private static final Duration STEP = Duration.ofMillis(100);

    /** Blocks have two UIDs here, so one may be open just before it is too old, and handed out just after that. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void handsOutNoUidLongerThanMaxAgeAfterItWasFetched(int before) {
        VirtualTime time = new VirtualTime();
        try (RangeHttpServer server = RangeHttpServer.start();
                RemoteUidGenerator generator = RemoteUidGenerator.builder(List.of(server.uri()))
                        .timeout(Duration.ofMinutes(1))
                        .maxAge(MAX_AGE)
                        .nanoClock(time)
                        .threadFactory(time)
                        .build()) {
            long lastOfFirstFetch = generator.getUID() + RangeFetch.SHORTEST - 1;
            for (int i = 1; i < before; i++) {
                generator.getUID();
            }

            Duration oldest = Duration.ZERO;
            for (Duration age = STEP; age.compareTo(MAX_AGE.multipliedBy(2)) < 0; age = age.plus(STEP)) {
                time.pass(STEP);
                if (generator.getUID() <= lastOfFirstFetch) {
                    oldest = age;
                }
            }

            assertThat(oldest).isBetween(MAX_AGE.dividedBy(2), MAX_AGE);
        }
    }
}
