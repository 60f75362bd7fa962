package org.uidgenerator.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.test.internal.Callers;

/** What clients may do to servers together, in virtual time. */
class LeadTest {
    private static final long PER_SECOND = 1_000;
    private static final int CLIENTS = 4;
    private static final long SHARE = PER_SECOND / CLIENTS;

    private final Time time = new Time();

    private static final class Time extends Clock implements TimeMeter {
        private Instant now = Instant.parse("2026-11-24T00:00:00Z");

        void pass(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public long currentTimeNanos() {
            return Duration.between(Instant.EPOCH, now).toNanos();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private record Request(long count, Lead.Promise promise) {}

    /** Hands out the times of its UIDs, as a server does. Its requests may overlap. */
    private final class Server {
        private final Lead lead = new Lead(time, PER_SECOND);
        private final List<UidRate> clients = new ArrayList<>();
        private final List<Request> underWay = new ArrayList<>();
        private Instant last = Instant.MIN;

        Server() {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new UidRate(rate(Rates.BURST), rate(UidRate.STEADY), lead));
            }
        }

        private Rate rate(Duration period) {
            return new Rate.Limited("ids", "setting", SHARE * period.toSeconds(), period, time);
        }

        /** Goes past a UID, and returns whether it accepts that. */
        boolean advance(Instant after, Runnable meanwhile) {
            boolean moved = lead.advance(after, () -> {
                meanwhile.run();
                last = after.isAfter(last) ? after : last;
            });
            return moved || !after.isAfter(last);
        }

        void begin(int client, long count) {
            underWay.add(new Request(count, clients.get(client).take(count)));
        }

        Instant handOut(int request) {
            Request ended = underWay.remove(request);
            try (Lead.Promise promise = ended.promise) {
                Instant from = last.isAfter(time.now) ? last : time.now;
                last = from.plusNanos(ended.count * 1_000_000_000 / PER_SECOND);
                promise.handOut(ended.count, last);
            }
            return last;
        }

        void giveUp(int request) {
            underWay.remove(request).promise.close();
        }

        void handOutAll() {
            while (!underWay.isEmpty()) {
                handOut(0);
            }
        }

        Instant take(int client, long count) {
            begin(client, count);
            return handOut(underWay.size() - 1);
        }

        Duration ahead() {
            return Duration.between(time.now, last);
        }
    }

    /**
     * One client takes its share steadily, and walks over the servers with the UID that it saw last. The others do what
     * they like, at the same time.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void keepsNobodyOutForLongerThanASteadyShareIsKept(long seed) {
        Random random = new Random(seed);
        List<Server> servers = List.of(new Server(), new Server(), new Server());
        Instant seen = time.now;
        for (int step = 0; step < 5_000; step++) {
            for (int i = random.nextInt(20); i > 0; i--) {
                misuse(servers.get(random.nextInt(servers.size())), random);
            }
            time.pass(Duration.ofMillis(random.nextInt(1_000, 2_000)));
            for (Server server : servers) {
                assertThat(server.ahead()).isLessThanOrEqualTo(Lead.GREATEST.plus(UidRate.STEADY));
            }

            Server next = servers.get(random.nextInt(servers.size()));
            if (!next.advance(seen, () -> {})) {
                time.pass(UidRate.STEADY);
                next.handOutAll();
                assertThat(next.advance(seen, () -> {})).isTrue();
            }
            Instant mine = next.take(0, SHARE);
            assertThat(mine).isAfter(seen);
            seen = mine;
        }
    }

    private void misuse(Server server, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> server.advance(madeUp(random), () -> begin(server, random));
            case 1, 2 -> begin(server, random);
            case 3 -> end(server, random, server::giveUp);
            default -> end(server, random, server::handOut);
        }
    }

    private Instant madeUp(Random random) {
        return time.now.plusMillis((long) (Lead.GREATEST.toMillis() * 1.1 * random.nextDouble()));
    }

    private static void begin(Server server, Random random) {
        try {
            server.begin(1 + random.nextInt(CLIENTS - 1), random.nextInt(1, random.nextBoolean() ? 100 : 10_000));
        } catch (Refusal e) {
            assertThat(Long.parseLong(String.valueOf(RatesTest.retryAfter(e)))).isBetween(1L, Rates.BURST.toSeconds());
        }
    }

    private static void end(Server server, Random random, IntConsumer way) {
        if (!server.underWay.isEmpty()) {
            way.accept(random.nextInt(server.underWay.size()));
        }
    }

    /** A promise that was made before another client's {@code after} comes on top of it. */
    @Test
    void goesNoFurtherThanOthersAcceptIfAnAfterComesBetweenPromiseAndUids() {
        Server server = new Server();
        for (int client = 1; client < CLIENTS; client++) {
            server.begin(client, SHARE * 300);
        }
        server.advance(time.now.plus(Lead.GREATEST), () -> {});
        server.handOutAll();

        assertThat(server.ahead()).isLessThanOrEqualTo(Lead.GREATEST);
    }

    /** Or what fails would keep others from what they have saved up, and from going past UIDs that they have seen. */
    @Test
    void forgetsWhatWasPromisedAndNotHandedOut() {
        Server server = new Server();
        for (int client = 1; client < CLIENTS; client++) {
            server.begin(client, SHARE * 300);
            server.giveUp(0);
        }

        assertThat(server.lead.latest()).isEqualTo(time.now.plus(Lead.GREATEST));
        assertThat(server.advance(time.now.plus(Lead.GREATEST), () -> {})).isTrue();
    }

    @Test
    void countsNoPromiseTwiceThatIsHandedOutInParts() {
        Server server = new Server();
        try (Lead.Promise promise = server.clients.get(0).take(SHARE * 300)) {
            promise.handOut(SHARE * 100, time.now.plusSeconds(25));
            assertThat(server.lead.latest())
                    .isEqualTo(time.now.plus(Lead.GREATEST).minusSeconds(50));
        }

        assertThat(server.lead.latest()).isEqualTo(time.now.plus(Lead.GREATEST));
    }

    @Test
    void givesAPromiseUpOnceHoweverOftenItIsClosed() throws Exception {
        Server server = new Server();
        server.begin(1, SHARE * 100);
        Instant before = server.lead.latest();
        Lead.Promise promise = server.clients.get(0).take(SHARE * 300);
        assertThat(server.lead.latest()).isBefore(before);

        Callers closing = Callers.start(2, promise::close);
        assertThat(closing.failures()).isEmpty();
        promise.close();

        assertThat(server.lead.latest()).isEqualTo(before);
    }

    /** As when the store does not reserve the time. Its owner may have set maxBorrow below the greatest lead. */
    @Test
    void forgetsAnAfterThatTheGeneratorDidNotGoPast() {
        Server server = new Server();
        assertThatIllegalStateException()
                .isThrownBy(() -> server.lead.advance(time.now.plus(Lead.GREATEST), () -> {
                    throw new IllegalStateException("why");
                }))
                .withMessage("why");

        server.take(1, SHARE * 300);
        assertThat(server.ahead()).isEqualTo(Duration.ofSeconds(75));
    }

    /** Its UIDs come from a server that was there, and nothing is taken further by it. */
    @Test
    void acceptsWhatIsBehindItWhateverIsPromised() {
        Server server = new Server();
        server.advance(time.now.plus(Lead.GREATEST), () -> {});
        server.begin(1, SHARE * 4);

        assertThat(server.lead.advance(time.now.plus(Lead.GREATEST).minusNanos(1), () -> {}))
                .isTrue();
        assertThat(server.lead.advance(time.now.plus(Lead.GREATEST), () -> {})).isFalse();
    }

    /** A store may take seconds to reserve the time of an {@code after}. */
    @Test
    void goesNoFurtherThanOthersAcceptIfAPromiseIsWantedWhileItGoesPastAnAfter() {
        Server server = new Server();
        server.advance(
                time.now.plus(Lead.GREATEST),
                () -> assertThatExceptionOfType(Refusal.class).isThrownBy(() -> server.begin(1, SHARE * 300)));
        server.handOutAll();

        assertThat(server.ahead()).isLessThanOrEqualTo(Lead.GREATEST);
    }

    @Test
    void givesWhatIsSavedUpAsLongAsItIsNotAhead() {
        Server server = new Server();
        server.take(0, SHARE * 300);

        assertThat(server.ahead()).isEqualTo(Duration.ofSeconds(75));
    }

    @Test
    void leavesSteadySharesToAllOnceItIsAhead() {
        Server server = new Server();
        server.advance(time.now.plus(Lead.GREATEST), () -> {});

        server.take(0, SHARE * 3);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> server.take(0, SHARE * 2))
                .withMessage(
                        "too many ids: so that the others get theirs, the client may have 1000 in PT4S, unless setting says otherwise");
        server.take(1, SHARE * 4);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> server.take(2, SHARE * 100))
                .returns("4", RatesTest::retryAfter);
    }

    /** Or a client that asks for more than a steady share would get nothing until the server is no longer ahead. */
    @Test
    void givesAtOnceWhatIsAllowedOnceItIsAhead() {
        Server server = new Server();
        UidRate rate = server.clients.get(0);
        assertThat(rate.atOnce(SHARE * 1_000)).isEqualTo(SHARE * 300);
        server.advance(time.now.plus(Lead.GREATEST), () -> {});

        assertThat(rate.atOnce(SHARE * 1_000)).isEqualTo(SHARE * 4);
        server.take(0, SHARE * 4);
        assertThat(rate.atOnce(SHARE * 1_000)).isEqualTo(SHARE);
    }

    /** Or a client would have more than its rate in the time for which it is. */
    @Test
    void countsASteadyShareToWhatIsSavedUp() {
        Server server = new Server();
        Rate saved = server.rate(Rates.BURST);
        UidRate rate = new UidRate(saved, server.rate(UidRate.STEADY), server.lead);
        server.advance(time.now.plus(Lead.GREATEST), () -> {});

        rate.take(SHARE * 4).close();

        assertThat(saved.atOnce(SHARE * 1_000)).isEqualTo(SHARE * 296);
    }

    /** What is refused takes no time from those who are not. */
    @Test
    void doesNotGrowByWhatIsRefused() {
        Server server = new Server();
        server.take(0, SHARE * 300);
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(Refusal.class).isThrownBy(() -> server.take(0, SHARE * 299));
        }

        server.take(1, SHARE * 300);
        assertThat(server.ahead()).isEqualTo(Duration.ofSeconds(150));
    }
}
