package org.uidgenerator.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Hands out the times of its UIDs, as a server does. */
    private final class Server {
        private final Lead lead = new Lead(time, PER_SECOND);
        private final List<Rate> clients = new ArrayList<>();
        private Instant last = Instant.MIN;

        Server() {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new WithinLead(rate(Rates.BURST), rate(WithinLead.STEADY), lead));
            }
        }

        private Rate rate(Duration period) {
            return new Rate.Limited("ids", "setting", SHARE * period.toSeconds(), period, time);
        }

        /** Returns whether it accepts that its UIDs are to be above one. */
        boolean isAccepted(Instant after) {
            return !after.isAfter(time.now.plus(Lead.GREATEST)) || !after.isAfter(last);
        }

        Instant take(int client, long count, Instant after) {
            if (after.isAfter(last)) {
                last = after;
                lead.reach(after);
            }
            clients.get(client).take(count);
            Instant from = last.isAfter(time.now) ? last : time.now;
            last = from.plusNanos(count * 1_000_000_000 / PER_SECOND);
            lead.reach(last);
            return last;
        }

        Duration ahead() {
            return Duration.between(time.now, last);
        }
    }

    /**
     * One client takes its share steadily, and walks over the servers with the UID that it saw last. The others do what
     * they like.
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
                assertThat(server.ahead()).isLessThanOrEqualTo(Lead.GREATEST.plus(WithinLead.STEADY));
            }

            Server next = servers.get(random.nextInt(servers.size()));
            if (!next.isAccepted(seen)) {
                time.pass(WithinLead.STEADY);
                assertThat(next.isAccepted(seen)).isTrue();
            }
            Instant mine = next.take(0, SHARE, seen);
            assertThat(mine).isAfter(seen);
            seen = mine;
        }
    }

    private void misuse(Server server, Random random) {
        Instant after = time.now.plusMillis((long) (Lead.GREATEST.toMillis() * 1.1 * random.nextDouble()));
        int count = random.nextInt(1, random.nextBoolean() ? 100 : 10_000);
        if (server.isAccepted(after)) {
            try {
                server.take(1 + random.nextInt(CLIENTS - 1), count, random.nextInt(3) == 0 ? after : Instant.MIN);
            } catch (RateExceededException e) {
                assertThat(e.retryAfterSeconds()).isBetween(1L, Rates.BURST.toSeconds());
            }
        }
    }

    @Test
    void givesWhatIsSavedUpAsLongAsItIsNotAhead() {
        Server server = new Server();
        server.take(0, SHARE * 300, Instant.MIN);

        assertThat(server.ahead()).isEqualTo(Duration.ofSeconds(75));
    }

    @Test
    void leavesSteadySharesToAllOnceItIsAhead() {
        Server server = new Server();
        server.take(0, 1, time.now.plus(Lead.GREATEST));

        server.take(0, SHARE * 3, Instant.MIN);
        assertThatExceptionOfType(RateExceededException.class)
                .isThrownBy(() -> server.take(0, SHARE * 2, Instant.MIN))
                .withMessage("too many ids: the client may have 1000 in PT4S, unless setting says otherwise");
        server.take(1, SHARE * 4, Instant.MIN);
        assertThatExceptionOfType(RateExceededException.class)
                .isThrownBy(() -> server.take(2, SHARE * 100, Instant.MIN))
                .returns(4L, RateExceededException::retryAfterSeconds);
    }

    /** What is refused takes no time from those who are not. */
    @Test
    void doesNotGrowByWhatIsRefused() {
        Server server = new Server();
        server.take(0, SHARE * 300, Instant.MIN);
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(RateExceededException.class)
                    .isThrownBy(() -> server.take(0, SHARE * 299, Instant.MIN));
        }

        server.take(1, SHARE * 300, Instant.MIN);
        assertThat(server.ahead()).isEqualTo(Duration.ofSeconds(150));
    }
}
