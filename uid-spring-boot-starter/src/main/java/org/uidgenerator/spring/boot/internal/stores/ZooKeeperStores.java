package org.uidgenerator.spring.boot.internal.stores;

import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.annotation.Order;
import org.uidgenerator.OptionText;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperLeaseStore;
import org.uidgenerator.zookeeper.ZooKeeperSegmentStore;

/**
 * Leases and counters in ZooKeeper; uid-zookeeper and Curator may be absent.
 *
 * @param <P> the properties that only this kind has
 */
public abstract sealed class ZooKeeperStores<P> extends BuiltInStore<P> {
    private ZooKeeperStores(String storeType, Class<P> properties, String remedy) {
        super(
                "zookeeper",
                "org.uidgenerator:uid-zookeeper",
                storeType,
                List.of("org.apache.curator.framework.CuratorFramework"),
                properties,
                "Add a CuratorFramework bean and the module uid-zookeeper. " + remedy);
    }

    @Override
    public final Optional<OptionText> advice(Throwable failure) {
        return failure instanceof KeeperException
                ? Optional.of(
                        OptionText.plain(
                                "Servers, time-outs, retry policy and authorization are those of the CuratorFramework bean:"
                                        + " connectString, sessionTimeoutMs, connectionTimeoutMs, retryPolicy and authorization of its builder."))
                : Optional.empty();
    }

    /** Leases in ZooKeeper. */
    @Order(0) // before those of others
    public static final class Leases extends ZooKeeperStores<Leases.Properties>
            implements LeaseStoreProvider<Leases.Properties> {
        /** Leases in ZooKeeper have no settings of their own, because all is set for the client. */
        @ConfigurationProperties("uid.worker.zookeeper")
        public record Properties() {}

        public Leases() {
            super(
                    "org.uidgenerator.zookeeper.ZooKeeperLeaseStore",
                    Leases.Properties.class,
                    "Leased as well, from ZooKeeper.");
        }

        @Override
        public WorkerLeaseStore open(StoreRequest<Leases.Properties> request, String namespace) {
            return ZooKeeperLeaseStore.on((CuratorFramework) request.bean(), namespace);
        }
    }

    /** Counters in ZooKeeper. */
    @Order(0) // before those of others
    public static final class Counters extends ZooKeeperStores<Counters.Properties>
            implements SegmentStoreProvider<Counters.Properties> {
        /**
         * Counters in ZooKeeper. All else is set for the client.
         *
         * @param namespace Place of the counters.
         */
        @ConfigurationProperties("uid.segments.zookeeper")
        public record Properties(@DefaultValue("default") String namespace) {}

        public Counters() {
            super(
                    "org.uidgenerator.zookeeper.ZooKeeperSegmentStore",
                    Counters.Properties.class,
                    "Counters are nodes of ZooKeeper.");
        }

        @Override
        public SegmentStore open(StoreRequest<Counters.Properties> request, UnknownTags unknownTags) {
            return ZooKeeperSegmentStore.builder((CuratorFramework) request.bean())
                    .namespace(request.properties().namespace())
                    .unknownTags(unknownTags)
                    .build();
        }
    }
}
