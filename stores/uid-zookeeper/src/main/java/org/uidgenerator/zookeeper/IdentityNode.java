package org.uidgenerator.zookeeper;

import java.util.Optional;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;

/** The store identity of a namespace: the text of the node above its leases or counters. */
record IdentityNode(Nodes nodes, String name, String path) implements StoreIdentityRecord {
    @Override
    public Optional<StoreIdentity> find() {
        return nodes.read(path).flatMap(this::of);
    }

    /** Reads the store identity out of the node. */
    Optional<StoreIdentity> of(Node node) {
        return node.isEmpty() ? Optional.empty() : Optional.of(parse(node));
    }

    private StoreIdentity parse(Node node) {
        try {
            return StoreIdentity.parse(node.text());
        } catch (IllegalArgumentException e) {
            throw nodes.foreign(path, node.quote(), "a store identity", "empty it", e);
        }
    }

    @Override
    public boolean insert(StoreIdentity identity) {
        return nodes.fill(path, identity.text());
    }
}
