package org.uidgenerator.zookeeper;

import java.util.Optional;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;

/**
 * The id space of a namespace: the text of the node above its leases or counters.
 *
 * @param nodes reads and writes nodes
 * @param name the namespace
 * @param path the node
 */
record SpaceNode(Nodes nodes, String name, String path) implements IdSpaceRecord {
    @Override
    public Optional<IdSpace> find() {
        return nodes.read(path).flatMap(this::of);
    }

    /** Reads the id space out of the node. */
    Optional<IdSpace> of(Node node) {
        return node.isEmpty() ? Optional.empty() : Optional.of(parse(node));
    }

    private IdSpace parse(Node node) {
        try {
            return IdSpace.parse(node.text());
        } catch (IllegalArgumentException e) {
            throw nodes.foreign(path, node.quote(), "an id space", "empty it", e);
        }
    }

    @Override
    public boolean insert(IdSpace space) {
        return nodes.fill(path, space.text());
    }
}
