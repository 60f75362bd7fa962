package org.uidgenerator.spring.boot.persistence;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Makes Flyway, Liquibase and the scripts of the application run first, because they may create the tables. */
final class AssignersAfterDatabaseInitialization extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {
    @Override
    protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
        return Set.of(
                LeasedWorkerIds.class, JdbcLeaseStore.class, DisposableWorkerIdAssigner.class, JdbcSegmentStore.class);
    }
}
