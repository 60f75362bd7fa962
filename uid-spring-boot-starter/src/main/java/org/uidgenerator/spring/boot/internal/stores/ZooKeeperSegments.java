package org.uidgenerator.spring.boot.internal.stores;

import org.apache.curator.framework.CuratorFramework;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.annotation.Order;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.zookeeper.ZooKeeperSegmentStore;

/** Counters in ZooKeeper; uid-zookeeper and Curator may be absent. */
@Order(0) // before those of others
public final class ZooKeeperSegments extends BuiltInStore<ZooKeeperSegments.Properties>
        implements SegmentStoreProvider<ZooKeeperSegments.Properties> {
    /**
     * Counters in ZooKeeper. All else is set for the client.
     *
     * @param namespace Place of the counters.
     */
    @ConfigurationProperties("uid.segments.zookeeper")
    public record Properties(@DefaultValue("default") String namespace) {}

    public ZooKeeperSegments() {
        super(
                ZooKeeperLeases.NAME,
                ZooKeeperLeases.MODULE,
                "org.uidgenerator.zookeeper.ZooKeeperSegmentStore",
                ZooKeeperLeases.BEAN_TYPES,
                Properties.class,
                "Add a CuratorFramework bean and the module uid-zookeeper. Counters are nodes of ZooKeeper.");
    }

    @Override
    public SegmentStore open(StoreRequest<Properties> request, UnknownTags unknownTags) {
        return ZooKeeperSegmentStore.builder((CuratorFramework) request.bean())
                .namespace(request.properties().namespace())
                .unknownTags(unknownTags)
                .build();
    }
}
