package org.uidgenerator.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.uidgenerator.server.access.ServerProperties.ClientProperties;

class RatesTest {
    private static final double SUSTAINED = 1_000;
    private static final Lead LEAD = new Lead(Clock.systemUTC(), SUSTAINED);

    static @Nullable String retryAfter(Refusal refusal) {
        return refusal.getHeaders().getFirst("Retry-After");
    }

    private static ClientProperties client(Set<Scope> scopes, @Nullable Long idsPerSecond) {
        return new ClientProperties(List.of(), scopes, Set.of(), null, idsPerSecond);
    }

    private static Client client(String name, ServerProperties properties, double uidsPerSecond) {
        ClientProperties own = properties.clients().getOrDefault(name, client(Set.of(Scope.IDS), null));
        return new Rates(properties, new Lead(Clock.systemUTC(), uidsPerSecond))
                .client(name, "uid.server.clients." + name, own);
    }

    private static ServerProperties properties(
            Map<String, ClientProperties> clients, @Nullable Long requestsPerSecond, @Nullable Long idsPerSecond) {
        return new ServerProperties(false, Set.of(), clients, requestsPerSecond, idsPerSecond, false, false);
    }

    @Test
    void shareWhatTheLayoutSustainsAmongTheClientsThatTakeUidsAndHaveNoRate() {
        ServerProperties properties = properties(
                new TreeMap<>(Map.of(
                        "one", client(Set.of(Scope.IDS), null),
                        "other", client(Set.of(Scope.IDS, Scope.OPERATIONS), null),
                        "limited", client(Set.of(Scope.IDS), 7L),
                        "prometheus", client(Set.of(Scope.OPERATIONS), null))),
                null,
                null);

        assertThat(client("one", properties, SUSTAINED).uids().burst()).isEqualTo(1_000 * 300 / 2);
        assertThat(client("one", properties, SUSTAINED).numbers().burst()).isEqualTo(Long.MAX_VALUE);
        assertThat(client("limited", properties, SUSTAINED).uids().burst()).isEqualTo(7);
        assertThat(client("limited", properties, SUSTAINED).numbers().burst()).isEqualTo(7);
    }

    @Test
    void areThoseOfAllUnlessAClientHasItsOwn() {
        ServerProperties properties = properties(Map.of("own", client(Set.of(Scope.IDS), 7L)), null, 50L);

        assertThat(client("own", properties, SUSTAINED).uids().burst()).isEqualTo(7);
        assertThat(client("any", properties, SUSTAINED).uids().burst()).isEqualTo(50);
    }

    @Test
    void leaveOneUidToEachClientOfALayoutThatHasFew() {
        ServerProperties none = properties(Map.of(), null, null);

        assertThat(client("any", none, 1 / 3_600.0).uids().burst()).isEqualTo(1);
        assertThat(client("any", none, 1e18).uids().burst()).isEqualTo(300L * 1_000_000_000);
    }

    @Test
    void nameTheSettingThatChangesALimit() {
        ServerProperties properties = properties(Map.of("own", client(Set.of(Scope.IDS), 7L)), 2L, null);
        Client own = client("own", properties, SUSTAINED);
        Client any = client("any", properties, SUSTAINED);
        own.uids().take(7);
        any.uids().take(300_000);

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> own.numbers().take(7))
                .withMessage("too many ids: so that the others get theirs, the client may have 7 in PT1S, unless"
                        + " uid.server.clients.own.ids-per-second says otherwise")
                .returns(
                        "uid.server.clients.own.ids-per-second",
                        refusal -> refusal.getBody().getProperties().get("setting"))
                .returns("1", RatesTest::retryAfter);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> any.uids().take(30_000))
                .withMessage("too many ids: so that the others get theirs, the client may have 300000 in PT5M, unless"
                        + " uid.server.clients.any.ids-per-second says otherwise")
                .satisfies(refusal -> assertThat(Integer.parseInt(String.valueOf(retryAfter(refusal))))
                        .isBetween(2, 30)); // less on a busy machine
        any.requests().take(2);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> any.requests().take(1))
                .withMessage("too many requests: so that the others get theirs, the client may have 2 in PT1S, unless"
                        + " uid.server.requests-per-second says otherwise");
    }

    @Test
    void areRefusedIfTheyAreOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Rates(properties(Map.of("a", client(Set.of(), 0L)), null, null), LEAD))
                .withMessage("uid.server.clients.a.ids-per-second must be in [1, 1000000000]: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Rates(properties(Map.of(), null, -1L), LEAD))
                .withMessage("uid.server.ids-per-second must be in [1, 1000000000]: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Rates(properties(Map.of(), 1_000_000_001L, null), LEAD))
                .withMessage("uid.server.requests-per-second must be in [1, 1000000000]: 1000000001");
    }

    /** Or a clock that is set back by an hour refuses all clients for an hour. */
    @Test
    void goByAClockThatNobodySets() {
        assertThat(Rate.CLOCK.isWallClockBased()).isFalse();
    }

    private static Rate rate(long count, Duration period, AtomicLong nanos) {
        return new Rate.Limited("ids", "setting", count, period, new TimeMeter() {
            @Override
            public long currentTimeNanos() {
                return nanos.get();
            }

            @Override
            public boolean isWallClockBased() {
                return false;
            }
        });
    }

    /** And no less than comes in a second, or a client that wants much asks for a little again and again. */
    @Test
    void giveAtOnceWhatIsLeft() {
        AtomicLong nanos = new AtomicLong();
        Rate rate = rate(600, Duration.ofMinutes(5), nanos);

        assertThat(rate.atOnce(10)).isEqualTo(10);
        assertThat(rate.atOnce(1_000)).isEqualTo(600);
        rate.take(590);
        assertThat(rate.atOnce(1_000)).isEqualTo(10);
        rate.take(10);
        assertThat(rate.atOnce(1_000)).isEqualTo(2);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> rate.take(rate.atOnce(1_000)))
                .returns("1", RatesTest::retryAfter);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        rate.take(rate.atOnce(1_000));

        assertThat(rate(600, Duration.ofHours(1), nanos).atOnce(1_000)).isEqualTo(600);
        assertThat(rate(7, Duration.ofSeconds(1), nanos).atOnce(1_000)).isEqualTo(7);
        assertThat(Rate.UNLIMITED.atOnce(1_000)).isEqualTo(1_000);
    }

    @Test
    void delayLaterOnesByWhatIsOwed() {
        AtomicLong nanos = new AtomicLong();
        Rate rate = rate(600, Duration.ofMinutes(5), nanos);
        rate.owe(1_200);
        assertThat(rate.atOnce(1_000)).isEqualTo(2);

        nanos.addAndGet(Duration.ofMinutes(5).toNanos());
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> rate.take(1));
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        rate.take(2);
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> rate.take(1));
    }

    @Test
    void fillUpSteadilyAndNoFurtherThanTheBurst() {
        AtomicLong nanos = new AtomicLong();
        Rate rate = rate(600, Duration.ofMinutes(5), nanos);
        rate.take(600);

        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> rate.take(9)).returns("5", RatesTest::retryAfter);
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        rate.take(10);
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> rate.take(1));
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        rate.take(600);
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> rate.take(1));
    }
}
