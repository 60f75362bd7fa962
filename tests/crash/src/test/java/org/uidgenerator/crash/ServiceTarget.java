package org.uidgenerator.crash;

import org.uidgenerator.testing.IdServer;

/** An id service on a file of its own. */
final class ServiceTarget extends FaultTarget {
    ServiceTarget() {
        super(CrashStore.ID_SERVICE);
    }

    /** A volume that is not there any more when the server starts again. */
    @Override
    void empty() {
        server().kill9();
        ((IdServer) server()).deleteData();
        server().start();
    }

    /** Stops the server meanwhile, which has the file. */
    @Override
    void administrate(Administration administration) {
        server().stop();
        try (StoreClient client = new DatabaseClient(((IdServer) server()).fileUrl())) {
            administration.of(client);
        }
        server().start();
    }
}
