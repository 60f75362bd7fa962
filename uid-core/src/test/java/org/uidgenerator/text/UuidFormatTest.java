package org.uidgenerator.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidLayout;

class UuidFormatTest {
    private static final long SEED = 4242;
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private final UuidFormat orders = UuidFormat.of(UidLayout.DEFAULT, "orders");

    /**
     * The namespace is the first 42 bits of {@code printf orders | sha256sum}, 1c168adb00d2...: 12 in one place, 30 in
     * the other.
     */
    @Test
    void writesAndReadsAKnownUuid() {
        long uid = UidLayout.DEFAULT.encode(NOON, 5, 77);

        UUID uuid = orders.format(uid);

        assertThat(uuid).hasToString("01a20320-a200-71c1-9a2b-6c030014004d");
        assertThat(orders.parse(uuid)).isEqualTo(uid);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "31/14/18",
                "41/10/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z",
                "39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z",
                "32/8/13",
                "1/40/22",
                "40/0/1 bits of PT0.001S from 2000-01-01T00:00:00Z"
            })
    void isAUuidOfVersion7ThatCarriesTheTimeAndReadsBack(String text) {
        UidLayout layout = UidLayout.parse(text);
        UuidFormat format = UuidFormat.of(layout, "orders");
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            long uid = anyOf(layout, random);

            UUID uuid = format.format(uid);

            assertThat(uuid.version()).isEqualTo(7);
            assertThat(uuid.variant()).isEqualTo(2);
            assertThat(uuid.getMostSignificantBits() >>> 16)
                    .as("uid %d, seed %d", uid, SEED)
                    .isEqualTo(layout.decode(uid).time().toEpochMilli());
            assertThat(format.parse(uuid)).as("uid %d, seed %d", uid, SEED).isEqualTo(uid);
        }
    }

    @Test
    void sortsAsTheUidsAsTextAndAsBytesAndInJava() {
        long[] uids = new Random(SEED).longs(2_000, 0, Long.MAX_VALUE).sorted().toArray();

        UUID[] uuids = Arrays.stream(uids).mapToObj(orders::format).toArray(UUID[]::new);

        assertThat(uuids).isSorted().doesNotHaveDuplicates();
        assertThat(Arrays.stream(uuids).map(UUID::toString)).isSorted();
    }

    @Test
    void keepsSpacesApart() {
        UuidFormat payments = UuidFormat.of(UidLayout.DEFAULT, "payments");
        long uid = UidLayout.DEFAULT.encode(NOON, 0, 0);

        assertThat(payments.format(uid)).isNotEqualTo(orders.format(uid));
        assertRefused(payments.format(uid));
    }

    @Test
    void readsNothingButWhatItWrites() {
        UUID uuid = orders.format(UidLayout.DEFAULT.encode(NOON, 5, 77));
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertSameOrRefused(new UUID(uuid.getMostSignificantBits() ^ 1L << bit, uuid.getLeastSignificantBits()));
            assertSameOrRefused(new UUID(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits() ^ 1L << bit));
        }
        assertRefused(UUID.fromString("919108f7-52d1-4320-9bac-f847db4148a8"));
        assertRefused(new UUID(0, 0));
        assertRefused(new UUID(-1, -1));
    }

    private void assertSameOrRefused(UUID changed) {
        try {
            assertThat(orders.format(orders.parse(changed))).isEqualTo(changed);
        } catch (IllegalArgumentException refused) {
            assertRefused(changed);
        }
    }

    private void assertRefused(UUID uuid) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> orders.parse(uuid))
                .withMessage("uuid must be one of namespace \"orders\" with %s: uuid=%s", UidLayout.DEFAULT, uuid);
    }

    @Test
    void refusesTimesBeforeTheEpochBetweenTicksAndAfterTheEnd() {
        UUID first = orders.format(0);
        assertThat(orders.parse(first)).isZero();
        assertRefused(plusMillis(first, -1000));
        assertRefused(plusMillis(first, 1));
        UUID last = orders.format(Long.MAX_VALUE);
        assertThat(orders.parse(last)).isEqualTo(Long.MAX_VALUE);
        assertRefused(plusMillis(last, 1000));
    }

    private static UUID plusMillis(UUID uuid, long millis) {
        return new UUID(uuid.getMostSignificantBits() + (millis << 16), uuid.getLeastSignificantBits());
    }

    @Test
    void refusesWhatIsNoUidOfTheLayout() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> orders.format(-1))
                .withMessage("uid must not be negative: uid=-1");
        UidLayout small = UidLayout.builder()
                .totalBits(53)
                .timeBits(32)
                .workerBits(8)
                .seqBits(13)
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidFormat.of(small, "orders").format(1L << 53))
                .withMessage("uid must have at most 53 bits, as %s: uid=9007199254740992", small);
    }

    @Test
    void refusesAnIdentityWithoutANameOrWithALongOne() {
        assertThatNullPointerException().isThrownBy(() -> UuidFormat.of(UidLayout.DEFAULT, null));
        assertThatNullPointerException()
                .isThrownBy(() -> UuidFormat.of(null, "orders"))
                .withMessage("layout");
        for (String namespace : new String[] {"", " ", "x".repeat(129)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> UuidFormat.of(UidLayout.DEFAULT, namespace))
                    .withMessage(
                            "namespace must have 1 to 128 characters and not be blank: namespace=\"%s\"", namespace);
        }
        assertThat(UuidFormat.of(UidLayout.DEFAULT, "x".repeat(128)).format(0).version())
                .isEqualTo(7);
    }

    @Test
    void refusesLayoutsWithTimesThatAUuidCannotCarry() {
        UidLayout before1970 = UidLayout.builder()
                .epoch(Instant.ofEpochMilli(-1))
                .tick(Duration.ofMillis(1))
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidFormat.of(before1970, "orders"))
                .withMessage(
                        "layout must have times from 1970 until 281474976710656 ms later, which a UUID carries: layout=%s,"
                                + " epochMilli=-1, endMilli=2147483647",
                        before1970);
        UidLayout workerFirst = UidLayout.parse("31/14/18, worker first, bits of PT1S from 2026-01-01T00:00:00Z");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidFormat.of(workerFirst, "orders"))
                .withMessage(
                        "the time must be the first field for generators and ranges of time: layout=%s", workerFirst);
        UidLayout far = UidLayout.of(48, 7, 8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidFormat.of(far, "orders"))
                .withMessageEndingWith("epochMilli=1767225600000, endMilli=281476743936256000");
        UidLayout justFits = UidLayout.builder()
                .epoch(Instant.EPOCH)
                .tick(Duration.ofMillis(1))
                .timeBits(48)
                .workerBits(7)
                .seqBits(8)
                .build();
        UuidFormat format = UuidFormat.of(justFits, "orders");
        assertThat(format.parse(format.format(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }

    private static long anyOf(UidLayout layout, Random random) {
        return random.nextLong() & (1L << layout.totalBits()) - 1;
    }
}
