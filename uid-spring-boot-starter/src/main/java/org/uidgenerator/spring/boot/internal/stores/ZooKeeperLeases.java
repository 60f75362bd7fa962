package org.uidgenerator.spring.boot.internal.stores;

import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.lease.WorkerLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperLeaseStore;

/** Leases in ZooKeeper; uid-zookeeper and Curator may be absent. */
@Order(0) // before those of others
public final class ZooKeeperLeases extends BuiltInStore<ZooKeeperLeases.Properties>
        implements LeaseStoreProvider<ZooKeeperLeases.Properties> {
    public static final String NAME = "zookeeper";
    public static final String MODULE = "org.uidgenerator:uid-zookeeper";
    public static final List<String> BEAN_TYPES = List.of("org.apache.curator.framework.CuratorFramework");

    /** Leases in ZooKeeper have no settings of their own: all is set for the client. */
    @ConfigurationProperties("uid.worker.zookeeper")
    public record Properties() {}

    public ZooKeeperLeases() {
        super(
                NAME,
                MODULE,
                "org.uidgenerator.zookeeper.ZooKeeperLeaseStore",
                BEAN_TYPES,
                Properties.class,
                "Add a CuratorFramework bean and the module uid-zookeeper. Leased as well, from ZooKeeper.");
    }

    @Override
    public Optional<OptionText> advice(Throwable failure) {
        return failure instanceof KeeperException
                ? Optional.of(
                        OptionText.plain(
                                "Servers, time-outs, retry policy and authorization are those of the CuratorFramework bean:"
                                        + " connectString, sessionTimeoutMs, connectionTimeoutMs, retryPolicy and authorization of its builder."))
                : Optional.empty();
    }

    @Override
    public WorkerLeaseStore open(StoreRequest<Properties> request, String namespace) {
        return ZooKeeperLeaseStore.on((CuratorFramework) request.bean(), namespace);
    }
}
