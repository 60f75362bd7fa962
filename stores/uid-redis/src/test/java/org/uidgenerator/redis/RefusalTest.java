package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisException;
import org.junit.jupiter.api.Test;

class RefusalTest {
    @Test
    void saysOnceWhatNoServerHasSaid() {
        assertThat(Refusal.explain(new RedisException("CLUSTERDOWN Hash slot not served: slot=7")))
                .isEqualTo("CLUSTERDOWN Hash slot not served: slot=7; the Cluster has no primary for this namespace"
                        + " now: try again when it has failed over");
    }
}
