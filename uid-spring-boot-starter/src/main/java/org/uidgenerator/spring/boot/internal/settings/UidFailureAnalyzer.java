package org.uidgenerator.spring.boot.internal.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * Shows why generators or counters do not start without a stack trace: what is wrong or missing, or the rule that a
 * value breaks or what the store said, in the names of properties, and where these are set.
 */
@Order(0) // before that of Boot for what cannot be bound, which has no order
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
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConfigurationException wrong) {
                String end = wrong.action() == null ? "" : ".";
                return new FailureAnalysis(cause.getMessage() + end, wrong.action(), cause);
            }
        }
        return analyzeBean(failure);
    }

    private @Nullable FailureAnalysis analyzeBean(Throwable failure) {
        Optional<ConfiguredBean> bean = Optional.empty();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return null; // Boot's own analyzers know more
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
        List<OptionText> advice = advice(cause, bean);
        List<String> actions = new ArrayList<>();
        String description;
        if (bean.isPresent()) {
            description = subject(bean.get()) + " could not start: " + inProperties(cause, bean.get(), advice, actions);
        } else {
            description = "There are no UIDs: " + cause.getMessage();
            advice.forEach(text -> actions.add(text.toString()));
        }
        return new FailureAnalysis(description, actions.isEmpty() ? null : String.join("\n", actions), cause);
    }

    private String subject(ConfiguredBean bean) {
        if (bean.kind() == ConfiguredBean.Kind.COUNTERS) {
            return "The counters";
        }
        return properties.isNamed(bean.generator()) ? "The UID generator " + bean.generator() : "A UID generator";
    }

    private String inProperties(Throwable cause, ConfiguredBean bean, List<OptionText> advice, List<String> actions) {
        Class<?> store = bean.store() == null
                ? null
                : providers(bean).named(bean.store()).properties();
        OptionNames names = new OptionNames(properties, bean, store);
        String message = OptionText.saidBy(cause).with(names);
        advice.forEach(text -> actions.add(text.with(names)));
        if (cause instanceof OptionException refused) {
            names.apply(refused.option()); // the rule need not name it
        } else if (cause instanceof UidGenerateException) {
            List<String> changes = names.besidesLayoutText();
            if (!changes.isEmpty()) {
                actions.add("If uid.layout.text is set, remove what would change it: " + String.join(", ", changes));
            }
            names.completeLayout();
        }
        List<String> origins = names.origins();
        return origins.isEmpty() ? message : message + "\n\n    " + String.join("\n    ", origins);
    }

    private StoreProviders<? extends StoreProvider<?>> providers(ConfiguredBean bean) {
        return bean.kind() == ConfiguredBean.Kind.COUNTERS
                ? StoreProviders.ofCounters(classLoader)
                : StoreProviders.ofLeases(classLoader);
    }

    /**
     * Returns what the message does not say itself, as the store knows it; as those know it that are opened on a bean,
     * if it is not clear which store it is.
     */
    private List<OptionText> advice(Throwable failure, Optional<ConfiguredBean> bean) {
        String store = bean.map(ConfiguredBean::store).orElse(null);
        return bean
                .<StoreProviders<? extends StoreProvider<?>>>map(this::providers)
                .orElseGet(() -> StoreProviders.ofLeases(classLoader))
                .usable()
                .stream()
                .filter(provider -> store == null
                        ? StoreProviders.isOnBean(provider)
                        : provider.name().equals(store))
                .flatMap(provider -> Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                        .flatMap(cause -> provider.advice(cause).stream())
                        .limit(1))
                .toList();
    }
}
