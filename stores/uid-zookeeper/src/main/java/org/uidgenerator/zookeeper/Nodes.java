package org.uidgenerator.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Nodes read as they are now, and written under a condition.
 *
 * <p>Reads, and writes that do no harm when they are done twice, are repeated as the client's retry policy says. A
 * conditional write is sent once: repeated after its acknowledgement was lost, it would find the version that it has
 * made itself, and look as if it had been refused. Curator repeats all that its own builders do, so this class calls
 * ZooKeeper itself.
 *
 * <p>A read begins with {@code sync} over the same connection, so a follower that lags catches up first. If another
 * server answers the read, it is not behind the one that answered {@code sync}: a ZooKeeper handle ensures that, and
 * one read uses one handle.
 */
final class Nodes {
    /** A lease has at most some 1.5 KB, and an answer must stay below the usual {@code jute.maxbuffer} of 1 MB. */
    static final int READ_TOGETHER = 256;

    private static final byte[] NOTHING = {};
    private static final int ANY_VERSION = -1;

    private final CuratorFramework client;
    private final Calls calls;

    private Nodes(CuratorFramework client) {
        this.client = client;
        calls = new Calls(client);
    }

    /** Returns the nodes of a client, or throws an {@link IllegalArgumentException} if it is not started. */
    static Nodes of(CuratorFramework client) {
        Objects.requireNonNull(client, "client");
        if (client.getState() != CuratorFrameworkState.STARTED) {
            throw OptionException.inWords(
                    "client",
                    client,
                    OptionText.of("{client} must be started, by start()"),
                    OptionText.of("state=%s", client.getState()));
        }
        return new Nodes(client);
    }

    /** Refuses a namespace that is not plain text, or no name of a node. */
    static String requireNamespace(String namespace) {
        WorkerLeaseStore.requireNamespace(namespace);
        if (namespace.equals(".") || namespace.equals("..")) {
            throw new OptionException("namespace", namespace, "must be the name of a node, not . or ..");
        }
        return namespace;
    }

    /**
     * Returns what says that a node holds something else.
     *
     * @param data what it holds
     * @param expected what it should hold
     * @param remedy what to do with the node
     */
    StoreException foreign(String path, String data, String expected, String remedy, @Nullable Throwable cause) {
        return new StoreException(
                OptionText.of(
                        "the node %s is not %s: data=\"%s\"; %s, or take another {namespace}",
                        fullPath(path), expected, data, remedy),
                cause);
    }

    /** How long a caller is to wait at most, as the user has set it. */
    Duration patience() {
        return Duration.ofMillis(client.getZookeeperClient().getConnectionTimeoutMs());
    }

    /** Waits before the next attempt. Returns false if it has lasted long enough. */
    boolean pause(Contention contention) {
        return calls.answer(contention::pause);
    }

    /** Returns a path as the servers know it, which the namespace of the client precedes. */
    String fullPath(String path) {
        return ZKPaths.fixForNamespace(client.getNamespace(), path);
    }

    /** Reads a node, if there is one. */
    Optional<Node> read(String path) {
        String fullPath = fullPath(path);
        return calls.repeatedly(zooKeeper -> {
            zooKeeper.sync(fullPath);
            return readTogether(zooKeeper, List.of(fullPath)).get(0);
        });
    }

    /** A node and the names of its children, at one moment. */
    record Family(Node parent, List<String> children) {}

    /** Reads a node, if there is one, and the names of its children. */
    Optional<Family> readFamily(String path) {
        String fullPath = fullPath(path);
        return calls.repeatedly(zooKeeper -> {
            zooKeeper.sync(fullPath);
            List<OpResult> results = zooKeeper.multi(List.of(Op.getData(fullPath), Op.getChildren(fullPath)));
            if (results.get(0) instanceof OpResult.GetDataResult parent
                    && results.get(1) instanceof OpResult.GetChildrenResult names) {
                return Optional.of(new Family(Node.of(parent.getData(), parent.getStat()), names.getChildren()));
            }
            for (OpResult result : results) {
                requireReadIfThere(result, fullPath);
            }
            return Optional.empty();
        });
    }

    /** Reads children of a node, in the order of their names. */
    List<Optional<Node>> readChildren(String path, List<String> names) {
        if (names.isEmpty()) {
            return List.of();
        }
        String fullPath = fullPath(path);
        List<String> fullPaths =
                names.stream().map(name -> ZKPaths.makePath(fullPath, name)).toList();
        return calls.repeatedly(zooKeeper -> {
            zooKeeper.sync(fullPath);
            List<Optional<Node>> children = new ArrayList<>();
            for (int from = 0; from < names.size(); from += READ_TOGETHER) {
                int to = Math.min(from + READ_TOGETHER, names.size());
                children.addAll(readTogether(zooKeeper, fullPaths.subList(from, to)));
            }
            return children;
        });
    }

    /** Reads nodes at one moment. */
    private static List<Optional<Node>> readTogether(ZooKeeper zooKeeper, List<String> fullPaths)
            throws KeeperException, InterruptedException {
        List<OpResult> results =
                zooKeeper.multi(fullPaths.stream().map(Op::getData).toList());
        List<Optional<Node>> nodes = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            nodes.add(nodeOf(results.get(i), fullPaths.get(i)));
        }
        return nodes;
    }

    private static Optional<Node> nodeOf(OpResult result, String path) throws KeeperException {
        if (result instanceof OpResult.GetDataResult read) {
            return Optional.of(Node.of(read.getData(), read.getStat()));
        }
        requireReadIfThere(result, path);
        return Optional.empty();
    }

    /** Throws an exception if a node was not read although it is there. */
    private static void requireReadIfThere(OpResult result, String path) throws KeeperException {
        if (result instanceof OpResult.ErrorResult error) {
            KeeperException.Code code = KeeperException.Code.get(error.getErr());
            if (code != KeeperException.Code.NONODE) {
                throw KeeperException.create(code, path);
            }
        }
    }

    /**
     * A node below another one, as far as they are there.
     *
     * @param path of the node
     * @param server over which they were read. Its session is one of one ensemble
     */
    record Branch(String path, Optional<Node> parent, Optional<Node> child, ZooKeeper server) {}

    /** Reads a node and the one above it. */
    Branch readBranch(String path) {
        String fullPath = fullPath(path);
        return calls.repeatedly(zooKeeper -> {
            zooKeeper.sync(fullPath);
            List<Optional<Node>> nodes = readTogether(zooKeeper, List.of(parentOf(fullPath), fullPath));
            return new Branch(path, nodes.get(0), nodes.get(1), zooKeeper);
        });
    }

    private static String parentOf(String path) {
        return ZKPaths.getPathAndNode(path).getPath();
    }

    /**
     * Writes a node if it and the one above it are as they were read. The write goes over the session of the read, so
     * it never meets the nodes of another ensemble that the address leads to by now.
     *
     * @param branch the nodes, both of which are there
     * @return false if one of them has been written since then or was removed; the node was then surely not written by
     *     this call
     */
    boolean write(Branch branch, String text) {
        int parent = branch.parent().orElseThrow().version();
        int child = branch.child().orElseThrow().version();
        String fullPath = fullPath(branch.path());
        return calls.answer(() -> {
            try {
                branch.server()
                        .multi(List.of(
                                Op.check(parentOf(fullPath), parent),
                                Op.setData(fullPath, text.getBytes(StandardCharsets.UTF_8), child)));
                return true;
            } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
                return false;
            } catch (KeeperException.NoAuthException e) {
                throw KeeperException.create(e.code(), fullPath); // of several operations none is named
            }
        });
    }

    /**
     * Writes a node if it is as it was read.
     *
     * @return false if it has been written since then, or there is no such node; it was then surely not written by this
     *     call
     */
    boolean write(String path, int version, String text) {
        String fullPath = fullPath(path);
        return calls.once(zooKeeper -> {
            try {
                zooKeeper.setData(fullPath, text.getBytes(StandardCharsets.UTF_8), version);
                return true;
            } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
                return false;
            }
        });
    }

    /** Writes a node that is empty or not there. Returns whether it has, and if not, it has surely not written it. */
    boolean fill(String path, String text) {
        create(path);
        return read(path)
                .filter(Node::isEmpty)
                .map(node -> write(path, node.version(), text))
                .orElse(false);
    }

    /** Writes a node, if there is one, whatever it says and possibly several times. */
    Optional<Stat> overwrite(String path, String text) {
        String fullPath = fullPath(path);
        return calls.repeatedly(zooKeeper -> {
            try {
                return Optional.of(zooKeeper.setData(fullPath, text.getBytes(StandardCharsets.UTF_8), ANY_VERSION));
            } catch (KeeperException.NoNodeException e) {
                return Optional.empty();
            }
        });
    }

    /**
     * Creates an empty node, of version 0, and its parents, unless it is there, with the ACLs that the client provides.
     */
    void create(String path) {
        calls.answer(() -> {
            try {
                return client.create().creatingParentsIfNeeded().forPath(path, NOTHING);
            } catch (KeeperException.NodeExistsException e) {
                return path;
            }
        });
    }

    /**
     * Writes an empty node, whose parent is created if necessary, and returns when that was by the clock of the leader.
     */
    Instant touch(String path) {
        return overwrite(path, "")
                .map(stat -> Instant.ofEpochMilli(stat.getMtime()))
                .orElseGet(() -> {
                    create(path);
                    return touch(path);
                });
    }
}
