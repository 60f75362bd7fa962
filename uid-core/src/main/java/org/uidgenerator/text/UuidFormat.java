package org.uidgenerator.text;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.uidgenerator.UidLayout;

/**
 * Writes UIDs as UUIDs of version 7 (RFC 9562), for columns and interfaces that need UUIDs, and reads them back.
 *
 * <pre>{@code
 * UuidFormat orders = UuidFormat.of(generator.layout(), "orders");
 * UUID id = orders.format(generator.getUID());
 * long uid = orders.parse(id);
 * }</pre>
 *
 * <pre>
 *  127                       80 79   76 75        64 63 62 61                                        0
 *  +---------------------------+-------+------------+-----+-----------------------+-------------------+
 *  | time: Unix milliseconds   | 0111  |   namespace    | 10  |   namespace, continued    | worker, sequence  |
 *  +---------------------------+-------+------------+-----+-----------------------+-------------------+
 *                                        12 bits            62 - w - s bits         w + s bits
 * </pre>
 *
 * <p>A UUID of this kind is unique wherever its UID is, and not just with high probability. The time is that of the
 * UID's tick, exact to a tick, and as far from the clock as a UID's may be. UUIDs of one format sort as their UIDs do,
 * as bytes, as text and with {@link UUID#compareTo} until the year 6429.
 *
 * <p>The <em>namespace</em> names a layout together with a store of worker ids. The first bits of the SHA-256 of its
 * name fill what the UID leaves, so that UUIDs of different namespaces may meet in one table: two names have the same
 * {@code 74 - workerBits - seqBits} bits, at most 64, by chance only. With the default layout these are 42 bits.
 *
 * <p><b>They can be guessed:</b> one UUID is enough to compute others. RFC 9562 leaves that to the maker. Use
 * {@link UUID#randomUUID()} where an id must be a secret.
 *
 * <p>Immutable, for all threads.
 */
public final class UuidFormat {
    private static final int GREATEST_NAME = 128;
    private static final int TIME_SHIFT = 16;
    private static final int TIME_BITS = 48;
    private static final int RAND_A_BITS = 12;
    private static final int RAND_B_BITS = 62;
    private static final long VERSION_7 = 0x7000;
    private static final long VARIANT = 1L << 63;

    private final UidLayout layout;
    private final String namespace;
    private final int lowBits;
    private final long lowMask;
    private final long epochMilli;
    private final long tickMillis;
    private final long head; // the lowest 16 bits of the upper half: version and namespace
    private final long tail; // the lower half without worker and sequence: variant and namespace

    private UuidFormat(UidLayout layout, String namespace, long spaceBits) {
        this.layout = layout;
        this.namespace = namespace;
        lowBits = layout.workerBits() + layout.seqBits();
        lowMask = (1L << lowBits) - 1;
        epochMilli = layout.epoch().toEpochMilli();
        tickMillis = layout.tick().toMillis();
        head = VERSION_7 | (spaceBits >>> (Long.SIZE - RAND_A_BITS));
        tail = VARIANT | (((spaceBits << RAND_A_BITS) >>> (Long.SIZE - RAND_B_BITS)) & ~lowMask);
    }

    /**
     * Makes the format of a namespace.
     *
     * @param layout the layout of its UIDs
     * @param namespace its name, such as that of the application or of the database: 1 to 128 characters, not blank.
     *     All processes of the namespace use the same name, and no other namespace does
     * @return the format
     * @throws IllegalArgumentException if the name has another length or is blank, or the layout has times that a UUID
     *     cannot carry, before 1970, or 2<sup>48</sup> ms after it and later, or has the worker before the time
     */
    public static UuidFormat of(UidLayout layout, String namespace) {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(namespace, "namespace");
        layout.requireTimeFirst();
        if (namespace.isBlank() || namespace.length() > GREATEST_NAME) {
            throw Refusal.of(
                    "namespace must have 1 to %d characters and not be blank: namespace=\"%s\"",
                    GREATEST_NAME, namespace);
        }
        long first = layout.epoch().toEpochMilli();
        long end = layout.expiresAt().toEpochMilli();
        if (first < 0 || end > 1L << TIME_BITS) {
            throw Refusal.of(
                    "layout must have times from 1970 until %d ms later, which a UUID carries: layout=%s, epochMilli=%d, endMilli=%d",
                    1L << TIME_BITS, layout, first, end);
        }
        return new UuidFormat(layout, namespace, firstBitsOfSha256(namespace));
    }

    private static long firstBitsOfSha256(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("each Java platform has SHA-256", e);
        }
    }

    /**
     * Writes a UID.
     *
     * @param uid the UID
     * @return its UUID
     * @throws IllegalArgumentException if {@code uid} is negative or has more bits than the layout
     */
    public UUID format(long uid) {
        if (uid < 0 || uid >>> layout.totalBits() != 0) {
            layout.decode(uid); // refuses it
        }
        return new UUID(((epochMilli + layout.tickOf(uid) * tickMillis) << TIME_SHIFT) | head, tail | (uid & lowMask));
    }

    /**
     * Reads a UID.
     *
     * @param uuid what {@link #format} wrote
     * @return the UID
     * @throws IllegalArgumentException if it is another UUID: of another version, namespace or layout
     */
    public long parse(UUID uuid) {
        long upper = uuid.getMostSignificantBits();
        long lower = uuid.getLeastSignificantBits();
        long millis = (upper >>> TIME_SHIFT) - epochMilli;
        boolean isOurs = (upper & ((1L << TIME_SHIFT) - 1)) == head
                && (lower & ~lowMask) == tail
                && millis >= 0
                && millis % tickMillis == 0
                && millis / tickMillis <= layout.maxTick();
        if (!isOurs) {
            throw Refusal.of("uuid must be one of %s: uuid=%s", this, uuid);
        }
        return ((millis / tickMillis) << lowBits) | (lower & lowMask);
    }

    /** Returns the name of the namespace, and the layout. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "namespace \"%s\" with %s", namespace, layout);
    }
}
