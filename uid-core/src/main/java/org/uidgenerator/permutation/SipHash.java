package org.uidgenerator.permutation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * SipHash-2-4 (Aumasson and Bernstein, INDOCRYPT 2012) of messages of two words: a pseudorandom function that is fast
 * on short input. A message has 15 bytes, the lowest of each word first; the highest byte of the second word is the
 * length, which is how SipHash pads. Messages that begin with the same word share the state after it.
 */
final class SipHash {
    static final int KEY_BYTES = 16;

    /** The highest byte of each second word. */
    static final long MESSAGE_LENGTH = 15L << 56;

    private static final int COMPRESSION_ROUNDS = 2;
    private static final int FINALIZATION_ROUNDS = 4;

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

    /**
     * Returns word 0, 1, 2 or 3 of the state after the first word of a message. A method can return only one of them
     * without allocating; the JIT compiler merges the four calls, because they compute the same.
     */
    long stateAfter(long first, int word) {
        long v0 = key0 ^ 0x736f6d6570736575L;
        long v1 = key1 ^ 0x646f72616e646f6dL;
        long v2 = key0 ^ 0x6c7967656e657261L;
        long v3 = key1 ^ 0x7465646279746573L ^ first;
        for (int round = 0; round < COMPRESSION_ROUNDS; round++) {
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
        return switch (word) {
            case 0 -> v0 ^ first;
            case 1 -> v1;
            case 2 -> v2;
            default -> v3;
        };
    }

    /** Hashes a message, given the state after its first word. */
    static long hash(long v0, long v1, long v2, long v3, long second) {
        assert second >>> 56 == MESSAGE_LENGTH >>> 56 : second;
        v3 ^= second;
        for (int round = 0; round < COMPRESSION_ROUNDS + FINALIZATION_ROUNDS; round++) {
            if (round == COMPRESSION_ROUNDS) {
                v0 ^= second;
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
