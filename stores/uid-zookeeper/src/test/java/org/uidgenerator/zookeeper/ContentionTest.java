package org.uidgenerator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ContentionTest {
    @Test
    void waitsUntilItIsInterrupted() {
        Contention contention = new Contention(Duration.ofMinutes(1));
        Thread.currentThread().interrupt();

        assertThatThrownBy(contention::pause).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void doesNotWaitOnceItHasLastedLongEnough() throws Exception {
        Thread.currentThread().interrupt();

        assertThat(new Contention(Duration.ZERO).pause()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }
}
