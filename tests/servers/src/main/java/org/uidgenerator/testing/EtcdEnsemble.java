package org.uidgenerator.testing;

import java.util.List;
import java.util.stream.Collectors;

/** Three etcd servers. */
public final class EtcdEnsemble extends Ensemble<EtcdServer> {
    /** Makes an ensemble that is not running yet. */
    public EtcdEnsemble() {
        super(newServers());
    }

    private static List<EtcdServer> newServers() {
        List<EtcdServer> servers = each(EtcdServer::new);
        String members = servers.stream().map(EtcdServer::member).collect(Collectors.joining(","));
        servers.forEach(server -> server.join(members));
        return servers;
    }

    @Override
    boolean leads(EtcdServer server) {
        return server.leads();
    }

    @Override
    String address(EtcdServer server) {
        return server.url();
    }
}
