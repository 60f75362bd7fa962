package org.uidgenerator.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;

/**
 * A factory bean that makes one object by a builder, and ends it with the context. Setters only keep values.
 * {@link #afterPropertiesSet()} refuses a wrong one, so that the start of the context fails with that message as its
 * cause.
 *
 * @param <T> the object
 * @param <B> its builder
 */
public abstract sealed class BuilderFactoryBean<T, B>
        implements FactoryBean<T>,
                BeanNameAware,
                BeanFactoryAware,
                ApplicationContextAware,
                InitializingBean,
                DisposableBean
        permits UidGeneratorFactoryBean, SegmentIdGeneratorFactoryBean, DisposableWorkerIdAssignerFactoryBean {
    private final Class<T> type;
    private final Function<T, @Nullable GeneratorLifecycle> lifecycleOf;
    private final List<Consumer<B>> options = new ArrayList<>();
    private @Nullable String beanName;
    private @Nullable ConfigurableListableBeanFactory beanFactory;
    private @Nullable ConfigurableApplicationContext context;
    private @Nullable T made;
    private @Nullable GeneratorLifecycle lifecycle;

    /** Makes objects of a type, each with what stops and ends it, or null if it does not run. */
    BuilderFactoryBean(Class<T> type, Function<T, @Nullable GeneratorLifecycle> lifecycleOf) {
        this.type = type;
        this.lifecycleOf = lifecycleOf;
    }

    /** Returns the object. */
    abstract T make();

    /** Keeps an option. */
    final void set(Consumer<B> option) {
        options.add(option);
    }

    /** Passes on what was set, after the bean's name, if there is one and the object has a name. */
    final B configure(B builder, BiConsumer<B, String> naming) {
        if (beanName != null) {
            naming.accept(builder, beanName);
        }
        options.forEach(option -> option.accept(builder));
        return builder;
    }

    /** Begins to use the object, which is closed if that fails. */
    void begin(T made) {}

    /**
     * Reads a duration in any style that Spring knows. A context without a {@code ConversionService} cannot convert
     * what stands in XML.
     *
     * @throws IllegalArgumentException if it is in none of them, or has no unit, which would be milliseconds
     */
    static Duration duration(String property, String value) {
        OptionText rule = OptionText.of("must be a duration such as PT24H, 24h or 2s");
        if (value.matches("[+-]?\\d+")) {
            throw new OptionException(property, value, rule);
        }
        try {
            return DurationFormatterUtils.detectAndParse(value);
        } catch (IllegalArgumentException e) {
            throw new OptionException(property, value, rule, e);
        }
    }

    /**
     * Returns what a property was set to, or else the only bean of its type, the primary one, or the one with the name
     * of the property, in the order in which autowiring looks for them. That bean outlives this one.
     *
     * @throws IllegalStateException if there is none, or there are several and none of them can be chosen
     */
    final <D> D setOrFound(@Nullable D set, String property, Class<D> type) {
        if (set != null) {
            return set;
        }
        if (beanFactory == null || beanName == null) {
            throw new IllegalStateException(property + " must be set outside of a Spring context");
        }
        try {
            NamedBeanHolder<D> bean = resolve(beanFactory, property, type);
            beanFactory.registerDependentBean(bean.getBeanName(), beanName);
            return bean.getBeanInstance();
        } catch (NoSuchBeanDefinitionException e) {
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT,
                            "%s must be set unless the context has exactly one %s bean, a primary one or one of that name: found %s",
                            property,
                            type.getSimpleName(),
                            namesFound(e)),
                    e);
        }
    }

    private static <T> NamedBeanHolder<T> resolve(
            ConfigurableListableBeanFactory beanFactory, String property, Class<T> type) {
        try {
            return beanFactory.resolveNamedBean(type);
        } catch (NoUniqueBeanDefinitionException e) {
            if (namesFound(e).contains(property)) {
                return new NamedBeanHolder<>(property, beanFactory.getBean(property, type));
            }
            throw e;
        }
    }

    private static Collection<String> namesFound(NoSuchBeanDefinitionException e) {
        Collection<String> found =
                e instanceof NoUniqueBeanDefinitionException several ? several.getBeanNamesFound() : null;
        return found == null ? List.of() : found;
    }

    /** Lets the executors of the context be shut down before the object, and keeps the log until then. */
    final void orderShutdown() {
        if (beanFactory != null && beanName != null) {
            ExecutorShutdownOrder.register(beanFactory, beanName);
        }
    }

    @Override
    public final void setBeanName(String beanName) {
        this.beanName = beanName;
    }

    @Override
    public final void setBeanFactory(BeanFactory beanFactory) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
    }

    @Override
    public final void setApplicationContext(ApplicationContext context) {
        this.context = (ConfigurableApplicationContext) context;
    }

    /**
     * Makes the object; a generator takes its worker id or first ranges. Called by the container, which does not
     * destroy a bean whose initialisation has failed, so a generator that fails then is closed here.
     *
     * @throws IllegalArgumentException if a property breaks a rule, as the builder of the object has it
     * @throws IllegalStateException if a bean that the object needs is not set, and the context has none, or has
     *     several, none of which is primary or has the name of the property
     * @throws UidGenerateException if the store does not answer or refuses, or no UID can be made
     */
    @Override
    public final void afterPropertiesSet() {
        T object = make();
        lifecycle = lifecycleOf.apply(object);
        try {
            begin(object);
            if (lifecycle != null && context != null && beanName != null) {
                lifecycle.register(context, beanName);
            }
        } catch (RuntimeException e) {
            destroy();
            throw e;
        }
        made = object;
    }

    /** {@return the object, the same at each call, or null before {@link #afterPropertiesSet()}} */
    @Override
    public final @Nullable T getObject() {
        return made;
    }

    @Override
    public final Class<T> getObjectType() {
        return type;
    }

    /** Closes a generator, if there is one. Called by the container; closing twice does nothing. */
    @Override
    public final void destroy() {
        if (lifecycle != null) {
            lifecycle.end();
        }
    }
}
