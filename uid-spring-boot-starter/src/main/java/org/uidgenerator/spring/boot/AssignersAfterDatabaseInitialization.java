package org.uidgenerator.spring.boot;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.LeasedWorkerIdAssigner;

/** Makes Flyway, Liquibase and the scripts of the application run first, because they may create the tables. */
final class AssignersAfterDatabaseInitialization extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {
    @Override
    protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
        return Set.of(LeasedWorkerIdAssigner.class, DisposableWorkerIdAssigner.class);
    }
}
