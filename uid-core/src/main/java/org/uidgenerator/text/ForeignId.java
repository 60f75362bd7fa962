package org.uidgenerator.text;

import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An id that is not a 64-bit number, recognised by its form: a UUID, a ULID or an ObjectId. For tools that show ids of
 * unknown origin. {@link org.uidgenerator.LayoutPreset#fitting} guesses which system may have made a number.
 *
 * @param kind what it is, for people: {@code UUID version 7}, {@code ULID}, {@code ObjectId}
 * @param time when it was made, if the id says so
 * @param parts its other fields, in the order of its bits: none for UUIDs that are random, hashes or of a private form
 */
public record ForeignId(String kind, Optional<Instant> time, List<Part> parts) {
    private static final Pattern UUID_FORM =
            Pattern.compile("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");
    private static final Pattern ULID_FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}");
    private static final Pattern OBJECT_ID_FORM = Pattern.compile("[0-9A-Fa-f]{24}");

    private static final UUID NIL = new UUID(0, 0);
    private static final UUID MAX = new UUID(-1, -1);
    private static final int RFC_VARIANT = 2;

    private static final Instant GREGORIAN_EPOCH = Instant.parse("1582-10-15T00:00:00Z");
    private static final long HUNDRED_NANOS_A_SECOND = 10_000_000;

    private static final int ULID_RANDOM_BITS = 80;

    /**
     * Makes an id.
     *
     * @param kind what it is
     * @param time when it was made
     * @param parts what else it says
     */
    public ForeignId {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(time, "time");
        parts = List.copyOf(Objects.requireNonNull(parts, "parts"));
    }

    /**
     * A field of an id.
     *
     * @param name as the specification of the kind names it: {@code clock_seq} and {@code node}, {@code rand_a} and
     *     {@code rand_b} (RFC 9562), {@code randomness} (ULID), {@code random} and {@code counter} (ObjectId)
     * @param value counters in decimal, random bits in hexadecimal, a node as six bytes with colons between them
     */
    public record Part(String name, String value) {
        /**
         * Makes a field.
         *
         * @param name as the specification of the kind names it
         * @param value counters in decimal, random bits in hexadecimal, a node as six bytes with colons between them
         */
        public Part {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * Recognises an id.
     *
     * @param text the id as it is usually written, without white space: upper or lower case, UUIDs with hyphens
     * @return what it is, or empty if it has another form
     */
    public static Optional<ForeignId> recognise(CharSequence text) {
        String id = Objects.requireNonNull(text, "text").toString();
        if (UUID_FORM.matcher(id).matches()) {
            return Optional.of(uuid(UUID.fromString(id)));
        }
        if (ULID_FORM.matcher(id).matches()) {
            return Optional.of(ulid(id));
        }
        if (OBJECT_ID_FORM.matcher(id).matches()) {
            return Optional.of(objectId(id));
        }
        return Optional.empty();
    }

    private static ForeignId uuid(UUID uuid) {
        if (uuid.equals(NIL) || uuid.equals(MAX)) {
            return untimed(uuid.equals(NIL) ? "UUID Nil" : "UUID Max");
        }
        if (uuid.variant() != RFC_VARIANT) {
            return untimed("UUID of another variant");
        }
        String kind = "UUID version " + uuid.version();
        long high = uuid.getMostSignificantBits();
        return switch (uuid.version()) {
            case 1 -> ofNode(kind, uuid, uuid.timestamp());
            case 6 -> ofNode(kind, uuid, high >>> 16 << 12 | (high & 0xFFF));
            case 7 ->
                new ForeignId(
                        kind,
                        Optional.of(Instant.ofEpochMilli(high >>> 16)),
                        List.of(
                                new Part("rand_a", String.format(Locale.ROOT, "%03x", high & 0xFFF)),
                                new Part(
                                        "rand_b",
                                        String.format(
                                                Locale.ROOT, "%016x", uuid.getLeastSignificantBits() << 2 >>> 2))));
            default -> untimed(kind);
        };
    }

    /** A UUID of 100 ns since the Gregorian calendar began, a clock sequence and a node. */
    private static ForeignId ofNode(String kind, UUID uuid, long hundredNanos) {
        Instant time = GREGORIAN_EPOCH
                .plusSeconds(hundredNanos / HUNDRED_NANOS_A_SECOND)
                .plusNanos(hundredNanos % HUNDRED_NANOS_A_SECOND * 100);
        long low = uuid.getLeastSignificantBits();
        String node = String.format(Locale.ROOT, "%012x", low & 0xFFFF_FFFF_FFFFL);
        return new ForeignId(
                kind,
                Optional.of(time),
                List.of(
                        new Part("clock_seq", Long.toString(low >>> 48 & 0x3FFF)),
                        new Part("node", node.replaceAll("..(?!$)", "$0:"))));
    }

    private static ForeignId ulid(String id) {
        BigInteger bits = BigInteger.ZERO;
        for (int i = 0; i < id.length(); i++) {
            bits = bits.shiftLeft(5).or(BigInteger.valueOf(UidFormat.CROCKFORD32.digitAt(id, i)));
        }
        long millis = bits.shiftRight(ULID_RANDOM_BITS).longValueExact();
        BigInteger random = bits.subtract(BigInteger.valueOf(millis).shiftLeft(ULID_RANDOM_BITS));
        return new ForeignId(
                "ULID",
                Optional.of(Instant.ofEpochMilli(millis)),
                List.of(new Part("randomness", String.format(Locale.ROOT, "%020x", random))));
    }

    private static ForeignId objectId(String id) {
        return new ForeignId(
                "ObjectId",
                Optional.of(Instant.EPOCH.plus(Long.parseLong(id, 0, 8, 16), ChronoUnit.SECONDS)),
                List.of(
                        new Part("random", id.substring(8, 18).toLowerCase(Locale.ROOT)),
                        new Part("counter", Integer.toString(Integer.parseInt(id, 18, 24, 16)))));
    }

    private static ForeignId untimed(String kind) {
        return new ForeignId(kind, Optional.empty(), List.of());
    }
}
