package org.uidgenerator.spring.boot.internal.failures;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.settings.ConfiguredBean;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;
import org.uidgenerator.spring.boot.internal.settings.PublicIdsKeyException;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * Shows why generators or counters do not start without a stack trace: the rule that a value breaks or what the store
 * said, in the names of properties, and where these are set.
 */
public final class UidFailureAnalyzer implements FailureAnalyzer {
    private final BeanFactory beanFactory;
    private final @Nullable ClassLoader classLoader;
    private final GeneratorProperties properties;

    /** Called by Boot. */
    public UidFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        classLoader = beanFactory instanceof ConfigurableBeanFactory configurable
                ? configurable.getBeanClassLoader()
                : getClass().getClassLoader();
        properties = new GeneratorProperties(environment);
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        Optional<ConfiguredBean> bean = Optional.empty();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return null; // Boot's own analyzers know more
            }
            if (cause instanceof PublicIdsKeyException) {
                return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
            }
            if (cause instanceof BeanCreationException creation) {
                bean = ConfiguredBean.named(creation.getBeanName(), beanFactory);
            } else if (cause instanceof UidGenerateException || (bean.isPresent() && isRefusal(cause))) {
                return analysis(cause, bean);
            }
        }
        return null;
    }

    /** Returns whether it is what builders throw. */
    private static boolean isRefusal(Throwable cause) {
        return cause instanceof IllegalArgumentException || cause instanceof IllegalStateException;
    }

    private FailureAnalysis analysis(Throwable cause, Optional<ConfiguredBean> bean) {
        String description = bean.map(made -> subject(made) + " could not start: " + inProperties(cause, made))
                .orElse("There are no UIDs: " + cause.getMessage());
        return new FailureAnalysis(description, action(String.valueOf(cause.getMessage()), bean), cause);
    }

    private String subject(ConfiguredBean bean) {
        if (bean.kind() == ConfiguredBean.Kind.COUNTERS) {
            return "The counters";
        }
        return properties.isNamed(bean.generator()) ? "The UID generator " + bean.generator() : "A UID generator";
    }

    private String inProperties(Throwable cause, ConfiguredBean bean) {
        PropertyNames names = new PropertyNames(properties, bean.generator(), options(bean));
        String message = OptionText.saidBy(cause).with(names);
        if (cause instanceof OptionException refused) {
            names.apply(refused.option()); // the rule need not name it
        }
        List<String> origins = names.origins();
        return origins.isEmpty() ? message : message + "\n\n    " + String.join("\n    ", origins);
    }

    private BuilderOptions options(ConfiguredBean bean) {
        return BuilderOptions.of(
                bean.kind(),
                bean.store() == null ? BuilderOptions.NONE : BuilderOptions.of(providers(bean), bean.store()));
    }

    private StoreProviders<? extends StoreProvider<?>> providers(ConfiguredBean bean) {
        return bean.kind() == ConfiguredBean.Kind.COUNTERS
                ? StoreProviders.ofCounters(classLoader)
                : StoreProviders.ofLeases(classLoader);
    }

    /**
     * Returns what the message does not say itself, as the store knows it; any, if it is not clear which store it is.
     */
    private @Nullable String action(String message, Optional<ConfiguredBean> bean) {
        String store = bean.map(ConfiguredBean::store).orElse(null);
        String advice = bean
                .<StoreProviders<? extends StoreProvider<?>>>map(this::providers)
                .orElseGet(() -> StoreProviders.ofLeases(classLoader))
                .stream()
                .filter(provider -> store == null || provider.name().equals(store))
                .flatMap(provider -> provider.advice(message).stream())
                .collect(Collectors.joining("\n"));
        return advice.isEmpty() ? null : advice;
    }
}
