package org.uidgenerator.permutation;

import java.util.Locale;
import java.util.Objects;
import org.uidgenerator.UidLayout;

/**
 * A reversible shuffle of UIDs under a secret key, for UIDs that outsiders see. Outsiders who have seen two of them can
 * tell neither how many lie between them nor which worker made them. Different UIDs stay different, and no bit is
 * added.
 *
 * <pre>{@code
 * UidPermutation permutation = UidPermutation.ofAllBits(HexFormat.of().parseHex(System.getenv("UID_KEY")));
 * long shown = permutation.permute(generator.getUID());
 * long uid = permutation.restore(shown);
 * }</pre>
 *
 * <p>Store UIDs as they are, and permute them where they leave the system, because permuted primary keys scatter over
 * the index. A key is 16 random bytes, from {@code openssl rand -hex 16} for example. It belongs to the published UIDs
 * forever: under another key, or with other bits of the layout, they stand for other UIDs.
 *
 * <p>What this does not do:
 *
 * <ul>
 *   <li>It is no access control: outsiders who see a UID can pass it on.
 *   <li>It recognises no forgery: each number of the domain is the image of a UID, though perhaps of a future one.
 *   <li>A UID always has the same image, so outsiders can compare and count the images that they see.
 *   <li>With the time in the clear a tick has only {@code 2^(workerBits + seqBits)} images, and outsiders who see
 *       nearly all of them know the rest. Fewer than 2^20 are refused: the draft of revision 1 of NIST SP 800-38G
 *       demands a million, because networks over few numbers have been attacked.
 *   <li>It has the shape of NIST's FF1 but uses SipHash-2-4 instead of AES. If a certified cipher is required, use one.
 * </ul>
 *
 * <p>Immutable, for any number of threads; calls allocate nothing.
 */
public final class UidPermutation {
    private static final int MIN_BITS = 20;

    private final FeistelNetwork network;
    private final int totalBits;
    private final int permutedBits;
    private final long max;
    private final long permutedMask;

    private UidPermutation(byte[] key, int totalBits, int permutedBits) {
        network = new FeistelNetwork(new SipHash(key), permutedBits);
        this.totalBits = totalBits;
        this.permutedBits = permutedBits;
        max = maskOf(totalBits);
        permutedMask = maskOf(permutedBits);
    }

    private static long maskOf(int bits) {
        return (1L << bits) - 1;
    }

    /**
     * Makes a permutation of all non-negative numbers, whatever their layout. Nothing is left in the clear.
     *
     * @param key 16 secret bytes; they are copied
     * @return a permutation of {@code [0, Long.MAX_VALUE]}
     * @throws IllegalArgumentException if the key does not have 16 bytes
     */
    public static UidPermutation ofAllBits(byte[] key) {
        Objects.requireNonNull(key, "key");
        return new UidPermutation(key, UidLayout.TOTAL_BITS, UidLayout.TOTAL_BITS);
    }

    /**
     * Makes a permutation of all UIDs that a layout can have, so that one of 53 bits stays within 53 bits. Nothing is
     * left in the clear.
     *
     * @param layout the layout, of which only the bits matter
     * @param key 16 secret bytes; they are copied
     * @return a permutation of {@code [0, 2^totalBits - 1]}
     * @throws IllegalArgumentException if the layout has fewer than 20 bits, or the key does not have 16 bytes
     */
    public static UidPermutation ofAllBits(UidLayout layout, byte[] key) {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(key, "key");
        int totalBits = layout.totalBits();
        requireEnough(totalBits, "totalBits", "totalBits=" + totalBits);
        return new UidPermutation(key, totalBits, totalBits);
    }

    /**
     * Makes a permutation that leaves the time in the clear and shuffles the UIDs of each tick among themselves,
     * differently for each tick. Permuted UIDs keep the order of their ticks, which {@link UidLayout#tickOf} reads.
     * Worker id and sequence are hidden.
     *
     * @param layout the layout, of which only the bits matter
     * @param key 16 secret bytes; they are copied
     * @return a permutation of {@code [0, 2^totalBits - 1]}
     * @throws IllegalArgumentException if worker id and sequence have fewer than 20 bits together, or the key does not
     *     have 16 bytes
     */
    public static UidPermutation ofWorkerAndSequence(UidLayout layout, byte[] key) {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(key, "key");
        int permutedBits = layout.workerBits() + layout.seqBits();
        requireEnough(
                permutedBits,
                "workerBits + seqBits",
                layout.workerBits() + " + " + layout.seqBits() + " = " + permutedBits);
        return new UidPermutation(key, layout.totalBits(), permutedBits);
    }

    private static void requireEnough(int bits, String name, String value) {
        if (bits < MIN_BITS) {
            throw new IllegalArgumentException(
                    name + " must be at least " + MIN_BITS + ", fewer are soon seen through: " + value);
        }
    }

    /**
     * Permutes a UID.
     *
     * @param uid the UID
     * @return its image, from which {@link #restore} returns the UID
     * @throws IllegalArgumentException if the UID is negative, or has more bits than the layout
     */
    public long permute(long uid) {
        long clear = requireWithin("uid", uid) & ~permutedMask;
        return clear | network.permute(uid & permutedMask, clear >>> permutedBits);
    }

    /**
     * Restores a permuted UID.
     *
     * @param image what {@link #permute} returned
     * @return the UID
     * @throws IllegalArgumentException if the number is negative, or has more bits than the layout
     */
    public long restore(long image) {
        long clear = requireWithin("image", image) & ~permutedMask;
        return clear | network.restore(image & permutedMask, clear >>> permutedBits);
    }

    private long requireWithin(String name, long value) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s must be in [0, %d]: %s=%d", name, max, name, value));
        }
        return value;
    }

    /** Describes what is permuted, as in {@code UidPermutation of the lower 32 of 63 bits}, and nothing of the key. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "UidPermutation of the lower %d of %d bits", permutedBits, totalBits);
    }
}
