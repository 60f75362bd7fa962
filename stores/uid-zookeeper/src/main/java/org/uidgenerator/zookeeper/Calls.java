package org.uidgenerator.zookeeper;

import java.util.concurrent.Callable;
import org.apache.curator.RetryLoop;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreException;

/** Calls of a client, which throw a {@link StoreException} in place of what Curator and ZooKeeper throw. */
record Calls(CuratorFramework client) {
    /** A call over one session. */
    interface Call<T> {
        T on(ZooKeeper zooKeeper) throws KeeperException, InterruptedException;
    }

    /** Calls as often as the retry policy of the client says. */
    <T> T repeatedly(Call<T> call) {
        return answer(() -> RetryLoop.callWithRetry(client.getZookeeperClient(), () -> call.on(zooKeeper())));
    }

    /** Calls once. */
    <T> T once(Call<T> call) {
        return answer(() -> call.on(zooKeeper()));
    }

    private ZooKeeper zooKeeper() throws Exception {
        return client.getZookeeperClient().getZooKeeper();
    }

    /** Translates what Curator and ZooKeeper throw. */
    <T> T answer(Callable<T> call) {
        if (client.getState() != CuratorFrameworkState.STARTED) { // or it would be waited for
            throw new StoreException(
                    "the CuratorFramework must be started, and closed only after all that uses it: state="
                            + client.getState(),
                    null);
        }
        try {
            return call.call();
        } catch (KeeperException e) {
            throw new StoreException(said(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for ZooKeeper", e);
        } catch (Exception e) {
            throw new StoreException(e.toString(), e); // such as a host name that is unknown
        }
    }

    /** Nodes are created with their parents, which the chroot of a client is not. */
    private OptionText noNode(KeeperException e) {
        String servers = client.getZookeeperClient().getCurrentConnectionString();
        int chroot = servers.indexOf('/');
        return chroot < 0
                ? OptionText.plain(e.getMessage())
                : OptionText.of(
                        "ZooKeeper has no node %s below the chroot %s of this client: create the chroot, as by zkCli.sh: create %s",
                        e.getPath(), servers.substring(chroot), servers.substring(chroot));
    }

    private OptionText said(KeeperException e) {
        return switch (e.code()) {
            // Curator itself ends a session that no server has confirmed for the length of its time-out.
            case CONNECTIONLOSS, SESSIONEXPIRED ->
                OptionText.of(
                        "the connection to ZooKeeper was lost or did not come about: servers=%s",
                        client.getZookeeperClient().getCurrentConnectionString());
            case NOTREADONLY ->
                OptionText.of(
                        "the ZooKeeper server is read-only, since it is cut off from the majority of its ensemble: connect the servers again");
            case NOAUTH ->
                OptionText.of(
                        "ZooKeeper refuses %s to this client: give the CuratorFramework an authorization with the rights CREATE, READ and WRITE there, or change the ACL",
                        e.getPath());
            case NONODE -> noNode(e);
            case AUTHFAILED, SESSIONCLOSEDREQUIRESASLAUTH ->
                OptionText.of(
                        "ZooKeeper does not accept this client's credentials (%s): correct the authorization of the CuratorFramework or the JAAS configuration",
                        e.code());
            default -> OptionText.plain(e.getMessage());
        };
    }
}
