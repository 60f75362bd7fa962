package org.uidgenerator.permutation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * SipHash-2-4 (Aumasson and Bernstein, INDOCRYPT 2012) of messages of 15 bytes: a pseudorandom function that is fast on
 * short input. 15 bytes and the length of the message, which SipHash appends, are two words exactly.
 */
final class SipHash {
    static final int KEY_BYTES = 16;

    private static final long MESSAGE_LENGTH = 15L << 56;
    private static final int ROUNDS = 2 + 2 + 4;

    private final long key0;
    private final long key1;

    SipHash(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "key must have %d bytes: key.length=%d", KEY_BYTES, key.length));
        }
        ByteBuffer words = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
        key0 = words.getLong();
        key1 = words.getLong();
    }

    /** Hashes the 8 bytes of the first word and the lower 7 of the second, the lowest byte of each first. */
    long hash(long first, long second) {
        assert second >>> 56 == 0 : second;
        long last = second | MESSAGE_LENGTH;
        long v0 = key0 ^ 0x736f6d6570736575L;
        long v1 = key1 ^ 0x646f72616e646f6dL;
        long v2 = key0 ^ 0x6c7967656e657261L;
        long v3 = key1 ^ 0x7465646279746573L ^ first;
        for (int round = 0; round < ROUNDS; round++) {
            if (round == 2) {
                v0 ^= first;
                v3 ^= last;
            } else if (round == 4) {
                v0 ^= last;
                v2 ^= 0xff;
            }
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }
}
