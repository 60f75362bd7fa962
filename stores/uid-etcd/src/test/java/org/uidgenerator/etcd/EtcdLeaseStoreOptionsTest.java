package org.uidgenerator.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdLeaseStoreOptionsTest {
    private static EtcdLeaseStore.Builder builder() {
        return EtcdLeaseStore.builder(List.of(URI.create("http://etcd-1:2379"), URI.create("https://[::1]")));
    }

    private static void assertRefused(EtcdLeaseStore.Builder builder, String message) {
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void namesTheServers() {
        assertThat(builder().build()).hasToString("etcd http://etcd-1:2379,https://[::1]");
        assertThat(builder().build().namespace()).isEqualTo("default");
    }

    @Test
    void refusesBadOptions() {
        assertRefused(builder().namespace("a/b"), "namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=a/b");
        assertRefused(builder().timeout(Duration.ofMillis(9)), "timeout must be in [PT0.01S, PT1M]: timeout=PT0.009S");
        assertRefused(builder().timeout(Duration.ofSeconds(61)), "timeout must be in [PT0.01S, PT1M]: timeout=PT1M1S");
        assertRefused(EtcdLeaseStore.builder(List.of()), "servers must name one server at least: servers=[]");
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 60_000})
    void waitsAsShortAndAsLongAsItSays(long millis) {
        assertThat(builder().timeout(Duration.ofMillis(millis)).build()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"etcd-1:2379", "etcd-1", "http:///v3", "http://etcd-1:2379/v3", "http://u@etcd-1", "ftp://etcd-1"
            })
    void refusesWhatIsNoAddress(String server) {
        assertRefused(
                EtcdLeaseStore.builder(List.of(URI.create(server))),
                "servers must be addresses such as http://etcd-1:2379: servers=" + server);
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> EtcdLeaseStore.on(null)).hasMessage("servers");
        assertThatThrownBy(() -> builder().namespace(null)).hasMessage("namespace");
        assertThatThrownBy(() -> builder().timeout(null)).hasMessage("timeout");
        assertThatThrownBy(() -> builder().sslContext(null)).hasMessage("sslContext");
        assertThatThrownBy(() -> builder().credentials(null, "secret")).hasMessage("user");
        assertThatThrownBy(() -> builder().credentials("orders", null)).hasMessage("password");
        assertThat(builder().credentials("orders", "secret").build().toString()).doesNotContain("orders", "secret");
    }
}
