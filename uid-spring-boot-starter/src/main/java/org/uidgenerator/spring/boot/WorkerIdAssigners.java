package org.uidgenerator.spring.boot;

import static org.uidgenerator.spring.boot.UidSettings.ifSet;

import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.spring.boot.UidProperties.Worker;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * Makes the assigners that the properties describe: the one that generators share, and those of single generators. A
 * factory method for each kind, so that definitions know the type, and that values are read at run time, not when a
 * native image is built. Those of optional modules are made by {@link RedisAssigners} and {@link ZooKeeperAssigners}.
 */
final class WorkerIdAssigners {
    private final WorkerSettings settings;
    private final StoreBeans stores;

    WorkerIdAssigners(WorkerSettings settings, StoreBeans stores) {
        this.settings = settings;
        this.stores = stores;
    }

    /** Returns the name of the bean. */
    static String nameFor(String generator) {
        return generator.equals(WorkerSettings.SHARED) ? "workerIdAssigner" : generator + "WorkerIdAssigner";
    }

    /**
     * Defines an assigner that is made when a generator wants it.
     *
     * @param generator the only generator that it is for, or {@link WorkerSettings#SHARED}
     */
    static RootBeanDefinition define(String generator, Assigner assigner) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(assigner.type());
        definition.setFactoryBeanName(assigner.maker());
        definition.setFactoryMethodName(assigner.toString());
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, generator);
        definition.setLazyInit(true);
        return definition;
    }

    LeasedWorkerIds bean(String generator) {
        settings.requireNoTable(generator, Assigner.BEAN);
        WorkerLeaseStore store = (WorkerLeaseStore) stores.take(StoreKind.BEAN, nameFor(generator));
        settings.requireNamespaceOf(store, generator);
        return settings.leasedFrom(store, generator);
    }

    LeasedWorkerIds leased(String generator) {
        Worker worker = settings.of(generator);
        JdbcLeaseStore.Builder builder = JdbcLeaseStore.builder(dataSource(generator));
        builder.namespace(worker.namespace());
        ifSet(worker.tableName(), builder::tableName);
        ifSet(worker.tableCreation(), builder::tableCreation);
        return settings.leasedFrom(builder.build(), generator);
    }

    DisposableWorkerIdAssigner disposable(String generator) {
        Worker worker = settings.of(generator);
        DisposableWorkerIdAssigner.Builder builder = DisposableWorkerIdAssigner.builder(dataSource(generator));
        ifSet(worker.tableName(), builder::tableName);
        ifSet(worker.tableCreation(), builder::tableCreation);
        return builder.build();
    }

    private DataSource dataSource(String generator) {
        if (settings.of(generator).said().isEmpty() && !stores.has(StoreKind.SQL)) {
            throw stores.undecided();
        }
        return (DataSource) stores.take(StoreKind.SQL, nameFor(generator));
    }

    StaticWorkerIdAssigner fixed(String generator) {
        Worker worker = settings.of(generator);
        return checked(StaticWorkerIdAssigner.of(required(worker.id(), "id", Assigner.FIXED)), worker);
    }

    StaticWorkerIdAssigner env(String generator) {
        Worker worker = settings.of(generator);
        String variable = required(worker.variable(), "variable", Assigner.ENV);
        return checked(StaticWorkerIdAssigner.fromEnvironment(variable), worker);
    }

    StaticWorkerIdAssigner statefulset(String generator) {
        return checked(StaticWorkerIdAssigner.fromStatefulSetOrdinal(), settings.of(generator));
    }

    private StaticWorkerIdAssigner checked(StaticWorkerIdAssigner assigner, Worker worker) {
        List<String> sharing = settings.sharingWorkerId();
        if (sharing.size() > 1) {
            throw new IllegalArgumentException(
                    "generators must not have one worker id unless their UIDs may be equal: set uid.generators.<name>.worker.id, or variable, or assigner, for each of "
                            + sharing);
        }
        return assigner.withRestartGap(worker.restartGap());
    }

    private static <T> T required(@Nullable T value, String property, Assigner assigner) {
        if (value == null) {
            throw OptionException.inWords(
                    "uid.worker." + property,
                    null,
                    OptionText.of("%s must be set", OptionText.option("uid.worker." + property)),
                    OptionText.of("{uid.worker.assigner}=%s", assigner));
        }
        return value;
    }
}
