package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.etcd.EtcdLeaseStore;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.testing.EtcdServer;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStatus;

/** Applications that keep worker ids in a real etcd. */
class EtcdStoreTest {
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({UidWorkerAutoConfiguration.class, UidAutoConfiguration.class})
    static class Application {}

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidAutoConfiguration.class))
            .withPropertyValues("uid.worker.store=etcd");

    private static List<WorkerLeaseStatus> workers(String namespace) {
        EtcdLeaseStore store = EtcdLeaseStore.builder(
                        List.of(URI.create(EtcdServer.shared().url())))
                .namespace(namespace.substring(namespace.indexOf('=') + 1))
                .timeout(Duration.ofMinutes(1))
                .build();
        try (LeasedWorkerIds assigner = LeasedWorkerIds.on(store)) {
            return assigner.workers();
        }
    }

    @Test
    @EnabledIf("org.uidgenerator.testing.EtcdServer#isInstalled")
    void leasesAWorkerIdAndGivesItBack() {
        String namespace = Stores.newNamespace();
        Stores.assertLeasesAndGivesBack(
                context.withPropertyValues(
                        namespace,
                        "uid.worker.etcd.servers=http://127.0.0.1:1,"
                                + EtcdServer.shared().url()),
                () -> workers(namespace));
    }

    @Test
    void saysWhatToDoWhenEtcdIsAway() {
        assertThat(report("--uid.worker.etcd.servers=http://127.0.0.1:1"))
                .contains("no worker id from etcd http://127.0.0.1:1: etcd at http://127.0.0.1:1 does not answer:"
                        + " java.net.ConnectException")
                .contains("uid.worker.etcd.servers, .user, .password and .timeout");
    }

    @Test
    void saysWhichPropertyIsMissingOrWrong() {
        assertThat(report()).contains("uid.worker.etcd.servers must name one server at least");
        assertThat(report("--uid.worker.etcd.servers=http://127.0.0.1:1", "--uid.worker.etcd.timeout=0s"))
                .contains("uid.worker.etcd.timeout must be in [PT0.01S, PT1M]: ");
    }

    private static String report(String... arguments) {
        return FailureReports.of(
                Application.class,
                Stream.concat(Stream.of("--uid.worker.store=etcd"), Stream.of(arguments))
                        .toArray(String[]::new));
    }
}
