package org.uidgenerator.zookeeper;

import java.util.Optional;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;
import org.uidgenerator.OptionText;
import org.uidgenerator.worker.lease.LeaseStoreException;

/**
 * The id space of a namespace: the text of the node above its leases.
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
            throw new LeaseStoreException(
                    OptionText.of(
                            "the node %s is not an id space: data=\"%s\"; empty it, or take another {namespace}",
                            nodes.fullPath(path), node.quote()),
                    e);
        }
    }

    @Override
    public boolean insert(IdSpace space) {
        nodes.create(path);
        return nodes.read(path)
                .filter(Node::isEmpty)
                .map(node -> nodes.write(path, node.version(), space.text()))
                .orElse(false);
    }
}
