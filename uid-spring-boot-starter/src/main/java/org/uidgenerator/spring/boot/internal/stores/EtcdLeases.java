package org.uidgenerator.spring.boot.internal.stores;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.etcd.EtcdLeaseStore;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Leases in etcd, which is chosen by its name; uid-etcd may be absent. */
@Order(0) // before those of others
public final class EtcdLeases extends BuiltInStore<EtcdLeases.Properties>
        implements LeaseStoreProvider<EtcdLeases.Properties> {
    /**
     * Leases in etcd.
     *
     * @param servers Where the servers of the cluster are, such as http://etcd-1:2379.
     * @param user Whom the servers are to take the application for, if they have authentication enabled.
     * @param password Password of the user.
     * @param timeout How long to wait for an answer of etcd, and for a connection.
     */
    @ConfigurationProperties("uid.worker.etcd")
    public record Properties(
            @Nullable List<URI> servers,
            @Nullable String user,
            @Nullable String password,
            @DefaultValue("2s") Duration timeout) {

        /** Does not have the password. */
        @Override
        public String toString() {
            return "Properties[servers=" + servers + "]";
        }
    }

    public EtcdLeases() {
        super(
                "etcd",
                "org.uidgenerator:uid-etcd",
                "org.uidgenerator.etcd.EtcdLeaseStore",
                List.of(),
                Properties.class,
                "Set uid.worker.store=etcd and uid.worker.etcd.servers, and add the module uid-etcd. Leased as well, from etcd.");
    }

    @Override
    public Optional<OptionText> advice(Throwable failure) {
        return failure instanceof StoreException
                ? Optional.of(
                        OptionText.plain(
                                "Servers, user and time-out are those of uid.worker.etcd.servers, .user, .password and .timeout."))
                : Optional.empty();
    }

    @Override
    public WorkerLeaseStore open(StoreRequest<Properties> request, String namespace) {
        Properties properties = request.properties();
        List<URI> servers = properties.servers();
        String user = properties.user();
        String password = properties.password();
        EtcdLeaseStore.Builder builder = EtcdLeaseStore.builder(servers == null ? List.of() : servers)
                .namespace(namespace)
                .timeout(properties.timeout());
        if (user != null && password != null) {
            builder.credentials(user, password);
        } else if (user != null || password != null) {
            throw OptionException.inWords(
                    "uid.worker.etcd.user",
                    user,
                    OptionText.of("{uid.worker.etcd.user} and {uid.worker.etcd.password} must both be set, or neither"),
                    OptionText.of("user=%s, password=%s", user, password == null ? null : "******"));
        }
        return builder.build();
    }
}
