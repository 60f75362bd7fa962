package org.uidgenerator.spring;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.scheduling.TaskScheduler;
import org.uidgenerator.UidGenerator;

/**
 * Has the context shut its executors and task schedulers down before its UID generators, in whatever order they are defined.
 * Those that are told to wait for their tasks then do so while there are still UIDs to be had.
 *
 * <p>Left as they are: executors that the generator needs itself, and those of other contexts.
 *
 * <p>The factory beans of this package see to it by themselves. Generators that are made by a builder need an import:
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

    /**
     * Takes note of the bean factory. Called by the container.
     *
     * @param beanFactory the bean factory
     */
    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
    }

    /**
     * Sees to the order if the bean is a generator. Called by the container.
     *
     * @param bean any bean
     * @param beanName its name
     * @return the same bean
     */
    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof UidGenerator && beanFactory != null) {
            register(beanFactory, beanName);
        }
        return bean;
    }

    /*
     * The container destroys the dependents of a bean before the bean. When the first generator is made, all definitions
     * are known, those of beans that are not made yet included. They are asked by their declared types, which makes no
     * bean; hence TaskScheduler, the usual declaration of what is an Executor as well. A prototype is never destroyed, so
     * it does not matter that its name is among them.
     */
    static void register(ConfigurableListableBeanFactory beanFactory, String generatorName) {
        Set<String> needed = new HashSet<>();
        collectDependencies(beanFactory, generatorName, needed);
        Stream.of(Executor.class, TaskScheduler.class)
                .map(type -> beanFactory.getBeanNamesForType(type, true, false))
                .flatMap(Arrays::stream)
                .filter(executorName -> !needed.contains(executorName))
                .forEach(executorName -> beanFactory.registerDependentBean(generatorName, executorName));
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
