package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidLayout;
import org.uidgenerator.testing.PostgreSqlServer;
import org.uidgenerator.worker.lease.store.LeaseRow;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlLeaseStoreTest extends JdbcLeaseStoreSuite {
    @Override
    String newDatabaseUrl() {
        PostgreSqlServer server = PostgreSqlServer.shared();
        return server.url(server.newDatabase());
    }

    /** Operators watch its log, and look after errors. */
    @Test
    void writesNoErrorIntoTheLogOfTheServerWhenAnotherWasFaster() {
        WorkerLeaseStore store = newStore("quiet");
        LeaseRow row = new LeaseRow(4711, 1, 2, 3, UidLayout.DEFAULT.text(), "it", true);
        StoreIdentityRecord identity = store.identityRecord().orElseThrow();
        StoreIdentity made = StoreIdentity.of("quiet", 100_000_000_000L, UidLayout.DEFAULT.text(), "it", Instant.EPOCH);

        assertThat(identity.find()).isEmpty();
        assertThat(identity.insert(made)).isTrue();
        assertThat(identity.insert(made)).isFalse();
        assertThat(store.insert(row)).isTrue();
        assertThat(store.insert(row)).isFalse();

        assertThat(PostgreSqlServer.shared().output())
                .contains("database system is ready")
                .doesNotContain("quiet");
    }
}
