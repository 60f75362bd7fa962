package org.uidgenerator.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ConfigurableApplicationContext;
import org.uidgenerator.UidGenerateException;

/**
 * A factory bean that makes one object by a builder, and ends it with the context. Setters only keep values.
 * {@link #afterPropertiesSet()} refuses a wrong one, so that the start of the context fails with that message as its
 * cause.
 *
 * @param <T> the object
 */
public abstract sealed class BuilderFactoryBean<T>
        implements FactoryBean<T>,
                BeanNameAware,
                BeanFactoryAware,
                ApplicationContextAware,
                InitializingBean,
                DisposableBean
        permits UidGeneratorFactoryBean, SegmentIdGeneratorFactoryBean, DisposableWorkerIdAssignerFactoryBean {
    private final Class<T> type;
    private @Nullable String beanName;
    private @Nullable ConfigurableListableBeanFactory beanFactory;
    private @Nullable ConfigurableApplicationContext context;
    private @Nullable T made;
    private @Nullable Course course;
    private @Nullable GeneratorLifecycle lifecycle;

    BuilderFactoryBean(Class<T> type) {
        this.type = type;
    }

    /** The calls that stop and continue an object that runs. */
    record Course(Runnable suspend, Runnable resume, Runnable close) {}

    /** Returns the object. */
    abstract T make();

    /** Returns how the object is stopped, or null if it does not run. */
    @Nullable
    Course courseOf(T made) {
        return null;
    }

    /** Begins to use the object, which is closed if that fails. */
    void begin(T made) {}

    /** Returns the bean's name, or null outside of a container. */
    final @Nullable String beanName() {
        return beanName;
    }

    /** Returns what a property was set to, or else the only or primary bean of its type, or that of its name. */
    final <D> D setOrFound(@Nullable D set, String property, Class<D> type) {
        return set != null ? set : UniqueBean.find(beanFactory, beanName, property, type);
    }

    /** Lets the executors of the context be shut down before the object, and keeps the log until then. */
    final void orderShutdown() {
        if (beanFactory != null && beanName != null) {
            ExecutorShutdownOrder.register(beanFactory, beanName);
            ShutdownLog.keep(beanFactory);
        }
    }

    /**
     * Keeps the bean's name. Called by the container.
     *
     * @param beanName the name
     */
    @Override
    public final void setBeanName(String beanName) {
        this.beanName = beanName;
    }

    /**
     * Keeps the bean factory. Called by the container.
     *
     * @param beanFactory the bean factory
     */
    @Override
    public final void setBeanFactory(BeanFactory beanFactory) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
    }

    /**
     * Keeps the context, if there is one. Called by the container.
     *
     * @param context the context
     */
    @Override
    public final void setApplicationContext(ApplicationContext context) {
        this.context = (ConfigurableApplicationContext) context;
    }

    /**
     * Makes the object; a generator takes its worker id or first ranges. Called by the container.
     *
     * @throws IllegalArgumentException if a property breaks a rule, as the builder of the object has it
     * @throws IllegalStateException if a bean that the object needs is not set, and the context has none, or has
     *     several, none of which is primary or has the name of the property
     * @throws UidGenerateException if the store does not answer or refuses, or no UID can be made
     */
    @Override
    public final void afterPropertiesSet() {
        T object = make();
        course = courseOf(object);
        if (course != null) {
            follow(object, course);
        }
        made = object;
    }

    /** The container does not destroy a bean whose initialisation has failed, so its generator would keep running. */
    private void follow(T object, Course course) {
        try {
            begin(object);
            if (context != null && beanName != null) {
                lifecycle = GeneratorLifecycle.register(context, beanName, course.suspend, course.resume);
            }
        } catch (RuntimeException e) {
            course.close.run();
            throw e;
        }
    }

    /**
     * Returns the object.
     *
     * @return the same at each call, or null before {@link #afterPropertiesSet()}
     */
    @Override
    public final @Nullable T getObject() {
        return made;
    }

    /**
     * Returns the type of the bean.
     *
     * @return the class of the object
     */
    @Override
    public final Class<T> getObjectType() {
        return type;
    }

    /** Closes a generator, if there is one. Called by the container; closing twice does nothing. */
    @Override
    public final void destroy() {
        if (lifecycle != null) {
            lifecycle.unregister();
        }
        if (made != null && course != null) {
            course.close.run();
        }
    }
}
