package org.uidgenerator.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.curator.RetryLoop;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.uidgenerator.worker.lease.LeaseStoreException;

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

    Nodes(CuratorFramework client) {
        this.client = client;
    }

    /** Returns a path as the servers know it, which the namespace of the client precedes. */
    String fullPath(String path) {
        return ZKPaths.fixForNamespace(client.getNamespace(), path);
    }

    /** Reads a node, if there is one. */
    Optional<Node> read(String path) {
        String fullPath = fullPath(path);
        return repeatedly(zooKeeper -> {
            zooKeeper.sync(fullPath);
            Stat stat = new Stat();
            try {
                return Optional.of(Node.of(zooKeeper.getData(fullPath, false, stat), stat));
            } catch (KeeperException.NoNodeException e) {
                return Optional.empty();
            }
        });
    }

    /** A node and the names of its children, at one moment. */
    record Family(Node parent, List<String> children) {}

    /** Reads a node, if there is one, and the names of its children. */
    Optional<Family> readFamily(String path) {
        String fullPath = fullPath(path);
        return repeatedly(zooKeeper -> {
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

    /** Reads children of a node, by their names. Those that are not there are left out. */
    Map<String, Node> readChildren(String path, List<String> names) {
        if (names.isEmpty()) {
            return Map.of();
        }
        String fullPath = fullPath(path);
        return repeatedly(zooKeeper -> {
            zooKeeper.sync(fullPath);
            Map<String, Node> children = new HashMap<>();
            for (int from = 0; from < names.size(); from += READ_TOGETHER) {
                List<String> some = names.subList(from, Math.min(from + READ_TOGETHER, names.size()));
                readTogether(zooKeeper, fullPath, some, children);
            }
            return children;
        });
    }

    private static void readTogether(ZooKeeper zooKeeper, String parent, List<String> names, Map<String, Node> children)
            throws KeeperException, InterruptedException {
        List<String> paths =
                names.stream().map(name -> ZKPaths.makePath(parent, name)).toList();
        List<OpResult> results = zooKeeper.multi(paths.stream().map(Op::getData).toList());
        for (int i = 0; i < names.size(); i++) {
            if (results.get(i) instanceof OpResult.GetDataResult read) {
                children.put(names.get(i), Node.of(read.getData(), read.getStat()));
            } else {
                requireReadIfThere(results.get(i), paths.get(i));
            }
        }
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
     * Writes a node if it is as it was read.
     *
     * @return false if it has been written since then, or there is no such node; it was then surely not written by this
     *     call
     */
    boolean write(String path, int version, String text) {
        String fullPath = fullPath(path);
        return answer(() -> {
            try {
                zooKeeper().setData(fullPath, text.getBytes(StandardCharsets.UTF_8), version);
                return true;
            } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
                return false;
            }
        });
    }

    /** Writes a node, if there is one, whatever it says and possibly several times. */
    Optional<Stat> overwrite(String path, String text) {
        String fullPath = fullPath(path);
        return repeatedly(zooKeeper -> {
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
        answer(() -> {
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

    private interface Call<T> {
        T on(ZooKeeper zooKeeper) throws KeeperException, InterruptedException;
    }

    private <T> T repeatedly(Call<T> call) {
        return answer(() -> RetryLoop.callWithRetry(client.getZookeeperClient(), () -> call.on(zooKeeper())));
    }

    private ZooKeeper zooKeeper() throws Exception {
        return client.getZookeeperClient().getZooKeeper();
    }

    /** Translates what Curator and ZooKeeper throw. */
    private <T> T answer(Callable<T> call) {
        if (client.getState() != CuratorFrameworkState.STARTED) { // or it would be waited for
            throw new LeaseStoreException(
                    String.format(
                            Locale.ROOT,
                            "the CuratorFramework must be started, and closed only after the generators and the assigner: state=%s",
                            client.getState()),
                    null);
        }
        try {
            return call.call();
        } catch (KeeperException e) {
            throw new LeaseStoreException(said(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LeaseStoreException("interrupted while waiting for ZooKeeper", e);
        } catch (Exception e) {
            throw new LeaseStoreException(e.toString(), e); // such as a host name that is unknown
        }
    }

    private String said(KeeperException e) {
        return switch (e.code()) {
            // Curator itself ends a session that no server has confirmed for the length of its time-out.
            case CONNECTIONLOSS, SESSIONEXPIRED ->
                String.format(
                        Locale.ROOT,
                        "the connection to ZooKeeper was lost or did not come about: servers=%s",
                        client.getZookeeperClient().getCurrentConnectionString());
            case NOTREADONLY ->
                "the ZooKeeper server is read-only, since it is cut off from the majority of its ensemble: connect the servers again";
            case NOAUTH ->
                String.format(
                        Locale.ROOT,
                        "ZooKeeper refuses %s to this client: give the CuratorFramework an authorization with the rights CREATE, READ and WRITE there, or change the ACL",
                        e.getPath());
            case AUTHFAILED, SESSIONCLOSEDREQUIRESASLAUTH ->
                String.format(
                        Locale.ROOT,
                        "ZooKeeper does not accept this client's credentials (%s): correct the authorization of the CuratorFramework or the JAAS configuration",
                        e.code());
            default -> String.valueOf(e.getMessage());
        };
    }
}
