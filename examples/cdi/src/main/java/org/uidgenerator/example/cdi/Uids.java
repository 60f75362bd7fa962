package org.uidgenerator.example.cdi;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import javax.sql.DataSource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Makes the generator of the application. It is a singleton, so that no proxy stands before each call. */
@Singleton
public class Uids {
    private final LeasedWorkerIds workerIds;
    private final CachedUidGenerator generator;

    @Inject
    Uids(DataSource dataSource) {
        workerIds = LeasedWorkerIds.on(JdbcLeaseStore.on(dataSource));
        generator = CachedUidGenerator.builder(workerIds).build();
    }

    @Produces
    @Singleton
    UidGenerator generator() {
        return generator;
    }

    @PreDestroy
    void close() {
        generator.close();
        workerIds.close(); // Order matters! The generator has given its worker id back
    }
}
