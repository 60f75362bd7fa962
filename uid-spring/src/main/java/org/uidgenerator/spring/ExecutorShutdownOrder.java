package org.uidgenerator.spring;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Makes the context shut its executors down before its UID generators, in whatever order they are defined. Executors
 * that wait for their tasks then do so while there are still UIDs: Spring's if they are told to, and those whose
 * {@code close()} does. A plain {@code ExecutorService} is only told to shut down, and Spring does not wait for it.
 *
 * <p>Executors that the generator itself needs, and those of other contexts, stay as they are.
 *
 * <p>It also keeps the library's log going until the generators are closed, although the JVM closes the handlers of
 * {@code java.util.logging} as soon as it shuts down. What no handler writes by then is in Spring's own log.
 *
 * <p>The factory beans of this package do both themselves. Generators that are made by a builder need an import:
 *
 * <pre>{@code
 * @Configuration
 * @Import(ExecutorShutdownOrder.class)
 * class Uids {
 *     @Bean
 *     CachedUidGenerator uidGenerator(WorkerIdAssigner assigner) {
 *         return CachedUidGenerator.builder(assigner).build();
 *     }
 * }
 * }</pre>
 */
public final class ExecutorShutdownOrder implements BeanPostProcessor, BeanFactoryAware {
    private @Nullable ConfigurableListableBeanFactory beanFactory;

    /** Makes a bean post-processor. */
    public ExecutorShutdownOrder() {}

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
    }

    /** Declares the order if the bean is a generator. */
    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if ((bean instanceof UidGenerator || bean instanceof SegmentIdGenerator) && beanFactory != null) {
            register(beanFactory, beanName);
        }
        return bean;
    }

    /*
     * The container destroys beans in the reverse order of their creation, but the dependents of a bean before the bean. So
     * what is to be declared here are the executors made before the generator, and these are there already: known by what
     * they are, whatever type their definitions declare. Asking for more names is harmless, and makes no bean.
     */
    static void register(ConfigurableListableBeanFactory beanFactory, String generatorName) {
        Set<String> needed = new HashSet<>();
        collectDependencies(beanFactory, generatorName, needed);
        for (String executorName : beanFactory.getBeanNamesForType(Executor.class, false, false)) {
            if (!needed.contains(executorName)) {
                beanFactory.registerDependentBean(generatorName, executorName);
            }
        }
        ShutdownLog.keep(beanFactory);
    }

    private static void collectDependencies(
            ConfigurableListableBeanFactory beanFactory, String beanName, Set<String> collected) {
        for (String dependency : beanFactory.getDependenciesForBean(beanName)) {
            if (collected.add(dependency)) {
                collectDependencies(beanFactory, dependency, collected);
            }
        }
    }
}
