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

        assertThat(new SipHash(key).hash(0x0706050403020100L, 0x0e0d0c0b0a0908L))
                .isEqualTo(0xa129ca6149be45e5L);
    }
}
