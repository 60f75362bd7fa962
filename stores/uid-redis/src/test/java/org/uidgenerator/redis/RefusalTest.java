package org.uidgenerator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class RefusalTest {
    @Test
    void saysOnceWhatNoServerHasSaid() {
        assertThat(Refusal.explain(new RedisException("CLUSTERDOWN Hash slot not served: slot=7")))
                .isEqualTo("CLUSTERDOWN Hash slot not served: slot=7; the Cluster has no primary for this namespace"
                        + " now: try again when it has failed over");
    }

    @Test
    void knowsACommandWithoutAnAnswer() {
        assertThat(List.of(new RedisException("Connection closed"), new CancellationException()))
                .allMatch(Refusal::isOfNoAnswer);
        RedisException answered = new RedisCommandExecutionException("OOM command not allowed");
        assertThat(Arrays.asList(null, answered, new RedisException(answered), new IllegalStateException()))
                .noneMatch(Refusal::isOfNoAnswer);
    }
}
