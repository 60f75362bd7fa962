package org.uidgenerator.spring.boot.persistence;

import java.util.HashSet;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.springframework.util.ClassUtils;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** Makes Flyway, Liquibase and the scripts of the application run first, because they may create the tables. */
final class AssignersAfterDatabaseInitialization extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {
    /** Its module may be absent. */
    private static final String SEGMENT_TABLE = "org.uidgenerator.segment.db.JdbcSegmentStore";

    @Override
    protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
        Set<Class<?>> types =
                new HashSet<>(Set.of(LeasedWorkerIds.class, JdbcLeaseStore.class, DisposableWorkerIdAssigner.class));
        if (ClassUtils.isPresent(SEGMENT_TABLE, getClass().getClassLoader())) {
            types.add(ClassUtils.resolveClassName(SEGMENT_TABLE, getClass().getClassLoader()));
        }
        return types;
    }
}
