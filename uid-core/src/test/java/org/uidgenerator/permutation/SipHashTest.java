package org.uidgenerator.permutation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SipHashTest {
    /** The example of the paper's appendix A, {@code vectors_sip64[15]} of the reference implementation. */
    @Test
    void hashesTheExampleOfItsAuthors() {
        byte[] key = new byte[16];
        for (byte i = 0; i < key.length; i++) {
            key[i] = i;
        }
        SipHash function = new SipHash(key);
        long first = 0x0706050403020100L;

        long hash = SipHash.hash(
                function.stateAfter(first, 0),
                function.stateAfter(first, 1),
                function.stateAfter(first, 2),
                function.stateAfter(first, 3),
                0x0f0e0d0c0b0a0908L);

        assertThat(hash).isEqualTo(0xa129ca6149be45e5L);
    }
}
