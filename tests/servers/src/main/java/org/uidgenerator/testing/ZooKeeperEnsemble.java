package org.uidgenerator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** Three ZooKeeper servers. */
public final class ZooKeeperEnsemble extends Ensemble<ZooKeeperServer> {
    /** Makes an ensemble that is not running yet. */
    public ZooKeeperEnsemble() {
        super(newServers(each(i -> newMember())));
    }

    private static List<ZooKeeperServer> newServers(List<String> members) {
        return each(i -> new ZooKeeperServer(members, i));
    }

    private static String newMember() {
        try {
            return String.format(Locale.ROOT, "127.0.0.1:%d:%d", ServerProcess.freePort(), ServerProcess.freePort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    boolean leads(ZooKeeperServer server) {
        return server.mode().filter("leader"::equals).isPresent();
    }

    @Override
    String address(ZooKeeperServer server) {
        return server.connectString();
    }
}
