package org.uidgenerator.spring.boot;

import static org.uidgenerator.spring.boot.UidSettings.ifSet;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.uidgenerator.spring.boot.UidProperties.Worker;
import org.uidgenerator.spring.boot.UidProperties.WorkerIds;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.LeasedWorkerIdAssigner;

/**
 * Makes the assigners that the properties describe: the one that generators share, and those of single generators. A factory
 * method for each kind, so that definitions know the type, and that values are read at run time, not when a native image is
 * built.
 */
final class WorkerIdAssigners {
    /** Stands for a generator's name where the assigner is the one that generators share. */
    static final String SHARED = "";

    private final UidSettings settings;
    private final ConfigurableListableBeanFactory beanFactory;

    WorkerIdAssigners(UidSettings settings, ConfigurableListableBeanFactory beanFactory) {
        this.settings = settings;
        this.beanFactory = beanFactory;
    }

    /** Returns the name of the bean. */
    static String nameFor(String generator) {
        return generator.equals(SHARED) ? "workerIdAssigner" : generator + "WorkerIdAssigner";
    }

    /**
     * Defines an assigner that is made when a generator wants it.
     *
     * @param generator the only generator that it is for, or {@link #SHARED}
     */
    static RootBeanDefinition define(String generator, Assigner assigner) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(assigner.type());
        definition.setFactoryBeanName(UidBeans.ASSIGNERS);
        definition.setFactoryMethodName(assigner.name().toLowerCase(Locale.ROOT));
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, generator);
        definition.setLazyInit(true);
        return definition;
    }

    LeasedWorkerIdAssigner leased(String generator) {
        Worker worker = worker(generator);
        LeasedWorkerIdAssigner.Builder builder = LeasedWorkerIdAssigner.builder(dataSource(generator));
        builder.namespace(worker.namespace());
        ifSet(worker.tableName(), builder::tableName);
        ifSet(worker.schemaName(), builder::schemaName);
        builder.tableCreation(worker.tableCreation());
        ifSet(worker.workerIds(), range -> setWorkerIds(builder, range));
        builder.reservation(worker.reservation());
        builder.storeTimeout(worker.storeTimeout());
        builder.maxClockSkew(worker.maxClockSkew());
        ifSet(worker.holder(), builder::holder);
        leastMaxBorrow(generator).ifPresent(builder::maxBorrow);
        return builder.build();
    }

    private static void setWorkerIds(LeasedWorkerIdAssigner.Builder builder, WorkerIds range) {
        if (range.first() == null || range.last() == null) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "uid.worker.worker-ids must have both first and last: first=%s, last=%s",
                    range.first(),
                    range.last()));
        }
        builder.workerIds(range.first(), range.last());
    }

    /** A worker id that is used up further ahead than its next generator may borrow would keep that one waiting. */
    private Optional<Duration> leastMaxBorrow(String generator) {
        Stream<String> served = generator.equals(SHARED)
                ? settings.generators().stream().filter(name -> !settings.hasOwnWorker(name))
                : Stream.of(generator);
        return served.map(name -> settings.of(name).maxBorrow()).min(Comparator.naturalOrder());
    }

    DisposableWorkerIdAssigner disposable(String generator) {
        Worker worker = worker(generator);
        DisposableWorkerIdAssigner.Builder builder = DisposableWorkerIdAssigner.builder(dataSource(generator));
        ifSet(worker.tableName(), builder::tableName);
        ifSet(worker.schemaName(), builder::schemaName);
        builder.tableCreation(worker.tableCreation());
        return builder.build();
    }

    StaticWorkerIdAssigner fixed(String generator) {
        Worker worker = worker(generator);
        return checked(StaticWorkerIdAssigner.of(required(worker.id(), "id", Assigner.FIXED)), worker);
    }

    StaticWorkerIdAssigner env(String generator) {
        Worker worker = worker(generator);
        String variable = required(worker.variable(), "variable", Assigner.ENV);
        return checked(StaticWorkerIdAssigner.fromEnvironment(variable), worker);
    }

    StaticWorkerIdAssigner statefulset(String generator) {
        return checked(StaticWorkerIdAssigner.fromStatefulSetOrdinal(), worker(generator));
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
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "uid.worker.%s must be set: uid.worker.assigner=%s",
                    property,
                    assigner.name().toLowerCase(Locale.ROOT)));
        }
        return value;
    }

    private Worker worker(String generator) {
        UidProperties properties = generator.equals(SHARED) ? settings.shared() : settings.of(generator);
        return properties.worker();
    }

    /** Finds the data source, and has it outlive the assigner. */
    private DataSource dataSource(String generator) {
        String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, DataSource.class);
        if (names.length == 0) {
            throw new NoWorkerIdsException();
        }
        NamedBeanHolder<DataSource> found = Arrays.stream(names)
                .filter(name -> beanFactory.findAnnotationOnBean(name, UidDataSource.class) != null)
                .findFirst()
                .map(name -> new NamedBeanHolder<>(name, beanFactory.getBean(name, DataSource.class)))
                .orElseGet(() -> beanFactory.resolveNamedBean(DataSource.class));
        beanFactory.registerDependentBean(found.getBeanName(), nameFor(generator));
        return found.getBeanInstance();
    }
}
