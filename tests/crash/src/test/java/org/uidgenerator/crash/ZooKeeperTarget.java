package org.uidgenerator.crash;

import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.uidgenerator.testing.Ensemble;
import org.uidgenerator.testing.ZooKeeperEnsemble;
import org.uidgenerator.testing.ZooKeeperServer;

/** ZooKeeper. */
final class ZooKeeperTarget extends FaultTarget {
    private static final String ROOT = "/uid";
    private static final String ADMIN = "admin:secret";
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final Id WORLD = new Id("world", "anyone");

    ZooKeeperTarget() {
        super(CrashStore.ZOOKEEPER);
    }

    private interface Commands {
        void run(CuratorFramework client) throws Exception;
    }

    private void execute(Commands commands) {
        try (CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(((ZooKeeperServer) server()).connectString())
                .authorization("digest", ADMIN.getBytes(StandardCharsets.UTF_8))
                .sessionTimeoutMs(TIMEOUT_MILLIS)
                .connectionTimeoutMs(TIMEOUT_MILLIS)
                .retryPolicy(new RetryNTimes(100, 100))
                .build()) {
            client.start();
            commands.run(client);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void setRights(boolean granted) {
        execute(client -> {
            if (client.checkExists().forPath(ROOT) != null) {
                set(client, ROOT, granted ? List.of(new ACL(ZooDefs.Perms.ALL, WORLD)) : readOnly());
            }
        });
    }

    private static List<ACL> readOnly() throws NoSuchAlgorithmException {
        return List.of(
                new ACL(ZooDefs.Perms.READ, WORLD),
                new ACL(ZooDefs.Perms.ALL, new Id("digest", DigestAuthenticationProvider.generateDigest(ADMIN))));
    }

    private static void set(CuratorFramework client, String path, List<ACL> acl) throws Exception {
        for (String child : client.getChildren().forPath(path)) {
            set(client, path + "/" + child, acl);
        }
        client.setACL().withACL(acl).forPath(path);
    }

    @Override
    Ensemble<?> newEnsemble() {
        return new ZooKeeperEnsemble();
    }

    @Override
    void empty() {
        execute(client -> {
            if (client.checkExists().forPath(ROOT) != null) {
                client.delete().deletingChildrenIfNeeded().forPath(ROOT);
            }
        });
    }
}
