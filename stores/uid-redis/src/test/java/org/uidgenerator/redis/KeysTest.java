package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
    @Test
    void areReadable() {
        Keys keys = new Keys("orders");

        assertThat(keys.lease(7)).isEqualTo("uid:{orders}:lease:7");
        assertThat(keys.index()).isEqualTo("uid:{orders}:leases");
        assertThat(keys.holders()).isEqualTo("uid:{orders}:holders");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"default", "a", "A.b_c-d", "0123456789012345678901234567890123456789012345678901234567890123"})
    void areInOneSlotOfACluster(String namespace) {
        Keys keys = new Keys(namespace);

        assertThat(SlotHash.getSlot(keys.lease(0))).isEqualTo(keys.slot());
        assertThat(SlotHash.getSlot(keys.lease(Long.MAX_VALUE))).isEqualTo(keys.slot());
        assertThat(SlotHash.getSlot(keys.index())).isEqualTo(keys.slot());
        assertThat(SlotHash.getSlot(keys.holders())).isEqualTo(keys.slot());
        assertThat(SlotHash.getSlot(keys.identity())).isEqualTo(keys.slot());
    }
}
