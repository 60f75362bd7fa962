package org.uidgenerator.spring.boot.generators;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;
import static org.uidgenerator.spring.boot.internal.Setters.required;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.stereotype.Component;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.Policy;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.Worker;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.WorkerIds;
import org.uidgenerator.spring.boot.internal.stores.JdbcStores;
import org.uidgenerator.spring.boot.internal.stores.StoreBeans;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.lease.LeasedWorkerIds;
import org.uidgenerator.worker.lease.LeasedWorkerIdsBuilder;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/**
 * Makes the assigners that the properties describe, and opens their stores: those that generators share, and those of
 * single generators.
 */
@Component(BeanNames.ASSIGNERS)
record WorkerIdAssigners(GeneratorProperties settings, ConfigurableListableBeanFactory beanFactory) {
    WorkerLeaseStore open(String generator, String provider) {
        return open(generator, providers().named(provider));
    }

    private <P> WorkerLeaseStore open(String generator, LeaseStoreProvider<P> provider) {
        Worker worker = settings.of(generator).worker();
        return provider.open(
                request(generator, provider, worker.store() != null, BeanNames.leaseStoreOf(generator)),
                worker.namespaceOrDefault());
    }

    private <P> StoreRequest<P> request(
            String generator, LeaseStoreProvider<P> provider, boolean named, String dependent) {
        StoreProviders<LeaseStoreProvider<?>> providers = providers();
        P properties = settings.of(generator, providers.prefix(provider), provider.properties());
        return new StoreBeans(beanFactory).request(providers, provider, named, properties, dependent);
    }

    private StoreProviders<LeaseStoreProvider<?>> providers() {
        return StoreProviders.ofLeases(beanFactory.getBeanClassLoader());
    }

    LeasedWorkerIds leased(String generator) {
        String store = BeanNames.leaseStoreOf(generator);
        beanFactory.registerDependentBean(store, BeanNames.assignerOf(generator));
        return leasedFrom(beanFactory.getBean(store, WorkerLeaseStore.class), generator);
    }

    LeasedWorkerIds leasedFromBean(String generator) {
        WorkerLeaseStore store = new StoreBeans(beanFactory).ownLeaseStore(BeanNames.assignerOf(generator));
        requireNamespaceOf(store, generator);
        return leasedFrom(store, generator);
    }

    /** Makes an assigner on any store. */
    private LeasedWorkerIds leasedFrom(WorkerLeaseStore store, String generator) {
        requireSameKindOfTime(servedBy(generator));
        Worker worker = settings.of(generator).worker();
        LeasedWorkerIdsBuilder options = LeasedWorkerIds.builder(store);
        ifSet(worker.workerIds(), range -> setWorkerIds(options, range));
        options.reservation(worker.reservation());
        options.closeTimeout(worker.closeTimeout());
        options.maxClockSkew(worker.maxClockSkew());
        ifSet(worker.expectedIdentity(), options::expectedIdentity);
        ifSet(worker.holder(), options::holder);
        ifSet(worker.leaseFile(), options::leaseFile);
        return options.build();
    }

    private static void setWorkerIds(LeasedWorkerIdsBuilder options, WorkerIds range) {
        if (range.first() == null || range.last() == null) {
            throw OptionException.inWords(
                    "uid.worker.worker-ids",
                    range,
                    OptionText.of("{uid.worker.worker-ids} must have both first and last"),
                    OptionText.of("first=%s, last=%s", range.first(), range.last()));
        }
        options.workerIds(range.first(), range.last());
    }

    /** Returns the generators that an assigner is for. */
    private List<String> servedBy(String generator) {
        return generator.equals(BeanNames.SHARED)
                ? settings.generators().stream()
                        .filter(name -> !settings.hasOwn(name, "worker"))
                        .toList()
                : List.of(generator);
    }

    /** To a generator with a clock, all that those without one have reserved looks expired. */
    private void requireSameKindOfTime(List<String> served) {
        List<String> with = served.stream().filter(this::hasClock).toList();
        if (!with.isEmpty() && with.size() < served.size()) {
            throw OptionException.inWords(
                    "uid.clock.policy",
                    Policy.WITHOUT_CLOCK,
                    OptionText.of(
                            "{uid.clock.policy}=%s must be set for all generators that share worker ids, or for one with a"
                                    + " uid.generators.<name>.worker.namespace of its own",
                            Policy.WITHOUT_CLOCK),
                    OptionText.of(
                            "with a clock %s, without %s",
                            with,
                            served.stream().filter(name -> !hasClock(name)).toList()));
        }
    }

    private boolean hasClock(String generator) {
        return settings.of(generator).clock().policy() != Policy.WITHOUT_CLOCK;
    }

    /**
     * Refuses a namespace if the store is a bean, which has one.
     *
     * @throws IllegalArgumentException if another one is set
     */
    private void requireNamespaceOf(WorkerLeaseStore store, String generator) {
        String namespace = settings.of(generator).worker().namespace();
        if (namespace != null && !namespace.equals(store.namespace())) {
            throw new OptionException(
                    "uid.worker.namespace",
                    namespace,
                    OptionText.of("must not be set, since the WorkerLeaseStore bean has one: %s", store.namespace()));
        }
    }

    DisposableWorkerIdAssigner disposable(String generator) {
        StoreRequest<JdbcStores.Leases.Properties> table =
                request(generator, new JdbcStores.Leases(), true, BeanNames.assignerOf(generator));
        DisposableWorkerIdAssigner.Builder builder = DisposableWorkerIdAssigner.builder((DataSource) table.bean());
        ifSet(table.properties().tableName(), builder::tableName);
        ifSet(table.properties().tableCreation(), builder::tableCreation);
        beanFactory.getBeanProvider(SqlDialect.class).ifAvailable(builder::dialect);
        return builder.build();
    }

    StaticWorkerIdAssigner fixed(String generator) {
        Worker worker = settings.of(generator).worker();
        long id = required(worker.id(), "uid.worker.id", OptionText.of("{uid.worker.assigner}=fixed"));
        return checked(StaticWorkerIdAssigner.of(id), worker);
    }

    StaticWorkerIdAssigner env(String generator) {
        Worker worker = settings.of(generator).worker();
        String variable =
                required(worker.variable(), "uid.worker.variable", OptionText.of("{uid.worker.assigner}=env"));
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
                    "generators must not have one worker id unless their UIDs may be equal: set uid.generators.<name>.worker.id, variable, assigner or namespace for each of "
                            + sharing);
        }
        StaticWorkerIdAssigner made = assigner;
        if (worker.restartGap() != null) {
            made = made.withRestartGap(worker.restartGap());
        }
        if (worker.tickFile() != null) {
            made = made.withTickFile(worker.tickFile());
        }
        return worker.namespace() == null ? made : made.withNamespace(worker.namespace());
    }
}
