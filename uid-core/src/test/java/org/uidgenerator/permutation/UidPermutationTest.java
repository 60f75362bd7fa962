package org.uidgenerator.permutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidLayout;

/**
 * The statistical tests have fixed seeds, so they pass always or never. A count of flips may be 6 standard deviations
 * off the half: by Hoeffding's inequality a random function breaks that with at most {@code 2 * exp(-18)}, and one of
 * the 20,607 such counts here with less than 1 in 1,500.
 */
class UidPermutationTest {
    private static final byte[] KEY = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f");
    private static final UidLayout LAYOUT_53 = UidLayout.builder()
            .totalBits(53)
            .timeBits(31)
            .workerBits(9)
            .seqBits(13)
            .build();
    private static final UidLayout LAYOUT_20 = UidLayout.of(43, 10, 10);
    private static final UidLayout LAYOUT_21 = UidLayout.of(42, 10, 11);

    /** A permutation, and how many of its bits it permutes. */
    record Permuted(UidPermutation permutation, int bits, int totalBits) {
        long randomUid(Random random) {
            return random.nextLong() >>> (Long.SIZE - totalBits);
        }
    }

    static Stream<Permuted> permutations() {
        return Stream.of(
                new Permuted(UidPermutation.ofAllBits(KEY), 63, 63),
                new Permuted(UidPermutation.ofAllBits(LAYOUT_53, KEY), 53, 53),
                new Permuted(UidPermutation.ofWorkerAndSequence(UidLayout.DEFAULT, KEY), 32, 63),
                new Permuted(UidPermutation.ofWorkerAndSequence(LAYOUT_53, KEY), 22, 53),
                new Permuted(UidPermutation.ofWorkerAndSequence(LAYOUT_21, KEY), 21, 63),
                new Permuted(UidPermutation.ofWorkerAndSequence(LAYOUT_20, KEY), 20, 63));
    }

    @ParameterizedTest
    @MethodSource("permutations")
    void restoresWhatItPermuted(Permuted permuted) {
        UidPermutation permutation = permuted.permutation();
        long seed = 1;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long uid = permuted.randomUid(random);

            assertThat(permutation.restore(permutation.permute(uid)))
                    .as("seed %d, uid %d", seed, uid)
                    .isEqualTo(uid);
            assertThat(permutation.permute(permutation.restore(uid)))
                    .as("seed %d, image %d", seed, uid)
                    .isEqualTo(uid);
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 10", "10, 11"})
    void givesTheUidsOfATickEachAnImageOfItsOwnInTheSameTick(int workerBits, int seqBits) {
        int bits = workerBits + seqBits;
        UidPermutation permutation =
                UidPermutation.ofWorkerAndSequence(UidLayout.of(63 - bits, workerBits, seqBits), KEY);
        long first = 123_456L << bits;
        BitSet images = new BitSet();
        for (long uid = first; uid < first + (1L << bits); uid++) {
            images.set(Math.toIntExact(permutation.permute(uid) - first));
        }

        assertThat(images.cardinality()).isEqualTo(1 << bits);
        assertThat(images.length()).isEqualTo(1 << bits);
    }

    /** Images that an independent implementation gave, here and below: if one changes, published UIDs break. */
    @ParameterizedTest
    @CsvSource({
        "0, 638404159157467443",
        "1, 2797407566675586119",
        "1234567890123456789, 8887770382017671202",
        "9223372036854775807, 8532381134112568233"
    })
    void keepsPublishedUidsOfAllBits(long uid, long image) {
        assertThat(UidPermutation.ofAllBits(KEY).permute(uid)).isEqualTo(image);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5738989611976597",
        "1, 864075820058154",
        "1234567890123456, 7760172799330543",
        "9007199254740991, 3719315302973292"
    })
    void keepsPublishedUidsOfAllBitsOfALayout(long uid, long image) {
        assertThat(UidPermutation.ofAllBits(LAYOUT_53, KEY).permute(uid)).isEqualTo(image);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 3436625606",
        "1, 1828027194",
        "1234567890123456789, 1234567889993226996",
        "9223372036854775807, 9223372033022711493"
    })
    void keepsPublishedUidsOfWorkerAndSequence(long uid, long image) {
        assertThat(UidPermutation.ofWorkerAndSequence(UidLayout.DEFAULT, KEY).permute(uid))
                .isEqualTo(image);
    }

    /** Of an input bit in the clear, too: it must change the permutation of the others. */
    @Tag("proof")
    @ParameterizedTest
    @MethodSource("permutations")
    void flipsEachPermutedBitForHalfOfTheUidsWhenAnyBitFlips(Permuted permuted) {
        UidPermutation permutation = permuted.permutation();
        int samples = 2_000;
        long seed = 2;
        Random random = new Random(seed);
        for (int flipped = 0; flipped < permuted.totalBits(); flipped++) {
            int[] flips = new int[permuted.bits()];
            for (int i = 0; i < samples; i++) {
                long uid = permuted.randomUid(random);
                long difference = permutation.permute(uid) ^ permutation.permute(uid ^ 1L << flipped);
                for (int bit = 0; bit < flips.length; bit++) {
                    flips[bit] += (int) (difference >>> bit & 1);
                }
            }
            assertHalf(flips, samples, String.format(Locale.ROOT, "seed %d, input bit %d", seed, flipped));
        }
    }

    @ParameterizedTest
    @MethodSource("permutations")
    void hidesOrderAndDistanceOfNeighbours(Permuted permuted) {
        UidPermutation permutation = permuted.permutation();
        int uids = 10_000;
        long near = (1L << permuted.bits()) / 1_000;
        long first = 7L << 33;
        int ascents = 0;
        int nearOnes = 0;
        for (long uid = first; uid < first + uids; uid++) {
            long distance = permutation.permute(uid + 1) - permutation.permute(uid);
            ascents += distance > 0 ? 1 : 0;
            nearOnes += Math.abs(distance) < near ? 1 : 0;
        }

        // The number of ascents has a variance of uids / 12. Of random neighbours 0.2 % are near: 20, and 54 is 7.6
        // deviations off.
        assertThat(ascents).isCloseTo(uids / 2, within((int) (6 * Math.sqrt(uids / 12.0))));
        assertThat(nearOnes).isLessThan(54);
    }

    @Test
    void isAnotherPermutationForEachBitOfTheKey() {
        int samples = 2_000;
        for (int keyBit = 0; keyBit < 128; keyBit++) {
            byte[] otherKey = KEY.clone();
            otherKey[keyBit / 8] ^= (byte) (1 << keyBit % 8);
            UidPermutation one = UidPermutation.ofAllBits(KEY);
            UidPermutation other = UidPermutation.ofAllBits(otherKey);
            int[] flips = new int[63];
            for (int uid = 0; uid < samples; uid++) {
                long difference = one.permute(uid) ^ other.permute(uid);
                for (int bit = 0; bit < flips.length; bit++) {
                    flips[bit] += (int) (difference >>> bit & 1);
                }
            }
            assertHalf(flips, samples, "key bit " + keyBit);
        }
    }

    private static void assertHalf(int[] flips, int samples, String what) {
        int sixDeviations = (int) (6 * Math.sqrt(samples) / 2);
        for (int bit = 0; bit < flips.length; bit++) {
            assertThat(flips[bit]).as("%s, output bit %d", what, bit).isCloseTo(samples / 2, within(sixDeviations));
        }
    }

    @Test
    void keepsTheTimeAndWithItTheOrderOfTicks() {
        UidLayout layout = UidLayout.DEFAULT;
        UidPermutation permutation = UidPermutation.ofWorkerAndSequence(layout, KEY);
        long seed = 3;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long uid = random.nextLong() >>> 1;
            long permuted = permutation.permute(uid);

            assertThat(layout.tickOf(permuted)).as("seed %d, uid %d", seed, uid).isEqualTo(layout.tickOf(uid));
        }
    }

    @Test
    void permutesNeighbouringTicksDifferently() {
        UidLayout layout = UidLayout.DEFAULT;
        UidPermutation permutation = UidPermutation.ofWorkerAndSequence(layout, KEY);
        long lower = layout.encode(1, 0, 0) - 1;
        for (long sequence = 0; sequence <= layout.maxSequence(); sequence++) {
            long inOneTick = permutation.permute(layout.encode(1_000, 7, sequence)) & lower;
            long inTheNext = permutation.permute(layout.encode(1_001, 7, sequence)) & lower;
            assertThat(inOneTick).as("sequence %d", sequence).isNotEqualTo(inTheNext);
        }
    }

    @Test
    void keepsWithinTheBitsOfTheLayout() {
        UidPermutation permutation = UidPermutation.ofAllBits(LAYOUT_53, KEY);
        long max = (1L << 53) - 1;

        assertThat(permutation.permute(max)).isBetween(0L, max);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> permutation.permute(max + 1))
                .withMessage("uid must be in [0, 9007199254740991]: uid=9007199254740992");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> permutation.restore(max + 1))
                .withMessage("image must be in [0, 9007199254740991]: image=9007199254740992");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> UidPermutation.ofWorkerAndSequence(LAYOUT_53, KEY).permute(max + 1))
                .withMessage("uid must be in [0, 9007199254740991]: uid=9007199254740992");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void refusesNegativeNumbers(long negative) {
        UidPermutation permutation = UidPermutation.ofAllBits(KEY);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> permutation.permute(negative))
                .withMessage("uid must be in [0, 9223372036854775807]: uid=" + negative);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> permutation.restore(negative))
                .withMessage("image must be in [0, 9223372036854775807]: image=" + negative);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, 17})
    void refusesAKeyThatHasNot16Bytes(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UidPermutation.ofAllBits(new byte[length]))
                .withMessage("key must have 16 bytes: key.length=" + length);
    }

    @Test
    void refusesFewerThan20Bits() {
        UidLayout narrow = UidLayout.of(44, 9, 10);
        UidLayout.Builder tiny = UidLayout.builder().timeBits(9).workerBits(5);

        assertThat(UidPermutation.ofAllBits(tiny.totalBits(20).seqBits(6).build(), KEY))
                .hasToString("UidPermutation of the lower 20 of 20 bits");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UidPermutation.ofWorkerAndSequence(narrow, KEY))
                .withMessage("workerBits + seqBits must be at least 20, fewer are soon seen through:" + " 9 + 10 = 19");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        UidPermutation.ofAllBits(tiny.totalBits(19).seqBits(5).build(), KEY))
                .withMessage("totalBits must be at least 20, fewer are soon seen through: totalBits=19");
    }

    @Test
    void doesNotFollowAKeyThatChangesLater() {
        byte[] key = KEY.clone();
        UidPermutation permutation = UidPermutation.ofAllBits(key);
        key[0]++;

        assertThat(permutation.permute(1))
                .isEqualTo(UidPermutation.ofAllBits(KEY).permute(1));
    }

    @Test
    void saysItsDomainAndNothingElse() {
        assertThat(UidPermutation.ofAllBits(KEY)).hasToString("UidPermutation of the lower 63 of 63 bits");
        assertThat(UidPermutation.ofWorkerAndSequence(LAYOUT_53, KEY))
                .hasToString("UidPermutation of the lower 22 of 53 bits");
    }

    @Test
    void allocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        UidPermutation permutation = UidPermutation.ofWorkerAndSequence(UidLayout.DEFAULT, KEY);
        int calls = 200_000;
        long thread = Thread.currentThread().getId();
        threads.getThreadAllocatedBytes(thread);
        thereAndBack(permutation, calls / 10); // classes loaded
        long before = threads.getThreadAllocatedBytes(thread);
        thereAndBack(permutation, calls);
        long allocated = threads.getThreadAllocatedBytes(thread) - before;

        assertThat((double) allocated / calls).as("bytes a call").isLessThan(0.01);
    }

    private static void thereAndBack(UidPermutation permutation, long calls) {
        for (long uid = 0; uid < calls; uid++) {
            if (permutation.restore(permutation.permute(uid)) != uid) {
                throw new AssertionError("uid " + uid);
            }
        }
    }
}
