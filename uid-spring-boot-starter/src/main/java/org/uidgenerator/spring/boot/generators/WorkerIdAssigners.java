package org.uidgenerator.spring.boot.generators;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.stereotype.Component;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.Assigner;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.Worker;
import org.uidgenerator.spring.boot.internal.settings.UidSettings;
import org.uidgenerator.spring.boot.internal.stores.JdbcLeases;
import org.uidgenerator.spring.boot.internal.stores.StoreOpener;
import org.uidgenerator.spring.boot.internal.stores.StoreUse;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.WorkerLeaseStore;

/**
 * Makes the assigners that the properties describe: the one that generators share, and those of single generators. A
 * factory method for each kind, so that definitions know the type, and that values are read at run time, not when a
 * native image is built.
 */
@Component(BeanNames.ASSIGNERS)
final class WorkerIdAssigners {
    private final UidSettings settings;
    private final WorkerSettings leased;
    private final LeaseStores stores;
    private final StoreOpener opener;
    private final ConfigurableListableBeanFactory beanFactory;

    WorkerIdAssigners(
            UidSettings settings, LeaseStores stores, StoreOpener opener, ConfigurableListableBeanFactory beanFactory) {
        this.settings = settings;
        leased = new WorkerSettings(settings);
        this.stores = stores;
        this.opener = opener;
        this.beanFactory = beanFactory;
    }

    /**
     * Defines an assigner that is made when a generator wants it.
     *
     * @param generator the only generator that it is for, or {@link BeanNames#SHARED}
     */
    static RootBeanDefinition define(String generator, Assigner assigner) {
        return define(generator, assigner, assigner.toString());
    }

    /** Defines one that leases from a bean of the application. */
    static RootBeanDefinition defineOnBean(String generator) {
        return define(generator, Assigner.LEASED, "leasedFromBean");
    }

    private static RootBeanDefinition define(String generator, Assigner assigner, String factoryMethod) {
        RootBeanDefinition definition = BeanNames.define(BeanNames.ASSIGNERS, factoryMethod, generator);
        definition.setTargetType(assigner.type());
        definition.setLazyInit(true);
        return definition;
    }

    LeasedWorkerIds leased(String generator) {
        String store = BeanNames.leaseStoreOf(generator);
        beanFactory.registerDependentBean(store, BeanNames.assignerOf(generator));
        return leased.leasedFrom(beanFactory.getBean(store, WorkerLeaseStore.class), generator);
    }

    LeasedWorkerIds leasedFromBean(String generator) {
        WorkerLeaseStore store =
                opener.own(WorkerLeaseStore.class, StoreUse.WORKER_IDS, BeanNames.assignerOf(generator));
        leased.requireNamespaceOf(store, generator);
        return leased.leasedFrom(store, generator);
    }

    DisposableWorkerIdAssigner disposable(String generator) {
        StoreRequest<JdbcLeases.Properties> table = stores.table(generator, BeanNames.assignerOf(generator));
        DisposableWorkerIdAssigner.Builder builder = DisposableWorkerIdAssigner.builder((DataSource) table.bean());
        ifSet(table.properties().tableName(), builder::tableName);
        ifSet(table.properties().tableCreation(), builder::tableCreation);
        beanFactory.getBeanProvider(SqlDialect.class).ifAvailable(builder::dialect);
        return builder.build();
    }

    StaticWorkerIdAssigner fixed(String generator) {
        Worker worker = settings.of(generator).worker();
        return checked(StaticWorkerIdAssigner.of(required(worker.id(), "id", Assigner.FIXED)), worker);
    }

    StaticWorkerIdAssigner env(String generator) {
        Worker worker = settings.of(generator).worker();
        String variable = required(worker.variable(), "variable", Assigner.ENV);
        return checked(StaticWorkerIdAssigner.fromEnvironment(variable), worker);
    }

    StaticWorkerIdAssigner statefulset(String generator) {
        return checked(
                StaticWorkerIdAssigner.fromStatefulSetOrdinal(),
                settings.of(generator).worker());
    }

    private StaticWorkerIdAssigner checked(StaticWorkerIdAssigner assigner, Worker worker) {
        List<String> sharing = settings.sharingWorkerId();
        if (sharing.size() > 1) {
            throw new IllegalArgumentException(
                    "generators must not have one worker id unless their UIDs may be equal: set uid.generators.<name>.worker.id, variable, assigner or space for each of "
                            + sharing);
        }
        StaticWorkerIdAssigner made = assigner;
        if (worker.restartGap() != null) {
            made = made.withRestartGap(worker.restartGap());
        }
        if (worker.file() != null) {
            made = made.rememberedIn(worker.file());
        }
        return worker.space() == null ? made : made.withSpace(worker.space());
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
