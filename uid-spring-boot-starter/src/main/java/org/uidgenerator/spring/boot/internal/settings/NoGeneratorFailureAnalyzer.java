package org.uidgenerator.spring.boot.internal.settings;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.uidgenerator.UidSource;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.text.BusinessNumbers;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Says why no generator or counter is injected: all are switched off, or none of several is primary, with the two ways
 * to choose one. Boot itself says of each that it is defined in an unknown location.
 */
@Order(0) // before that of Boot, which has no order
public final class NoGeneratorFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {
    /** The types of beans that the starter makes, besides each {@link UidSource}. */
    private static final Set<Class<?>> MADE =
            Set.of(SegmentIdGenerator.class, BusinessNumbers.class, WorkerIdAssigner.class);

    private final Environment environment;

    /** Called by Boot. */
    public NoGeneratorFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        ResolvableType type = cause.getResolvableType();
        Class<?> wanted = type == null ? null : type.resolve();
        if (wanted == null || !(MADE.contains(wanted) || UidSource.class.isAssignableFrom(wanted))) {
            return null;
        }
        String subject = description == null ? "The application" : description;
        GeneratorProperties properties = new GeneratorProperties(environment);
        return cause instanceof NoUniqueBeanDefinitionException several
                ? noneIsPrimary(subject, wanted, several, properties)
                : switchedOff(subject, wanted, cause, properties.groups());
    }

    private @Nullable FailureAnalysis switchedOff(
            String subject, Class<?> wanted, NoSuchBeanDefinitionException cause, PropertyGroups set) {
        if (UidsEnabled.isTrue(environment)) {
            return null;
        }
        return new FailureAnalysis(
                subject + " needs a " + wanted.getSimpleName() + ", and the starter makes none: "
                        + String.join("", set.describe(ConfigurationPropertyName.of(UidsEnabled.PROPERTY))),
                "Remove " + UidsEnabled.PROPERTY + ", or define a " + wanted.getSimpleName() + " bean.",
                cause);
    }

    private static @Nullable FailureAnalysis noneIsPrimary(
            String subject, Class<?> wanted, NoUniqueBeanDefinitionException several, GeneratorProperties properties) {
        Collection<String> found = several.getBeanNamesFound() == null ? List.of() : several.getBeanNamesFound();
        List<String> choices = found.stream().filter(properties::isNamed).toList();
        if (choices.isEmpty()) {
            return null; // they are the application's: Boot knows where they are defined
        }
        String choice = choices.get(0);
        return new FailureAnalysis(
                subject + " needs one " + wanted.getSimpleName() + ", but there are " + found.size()
                        + " and none is primary: " + String.join(", ", found),
                "Say which one is primary, such as uid.primary=" + choice
                        + ", or inject one by its name, such as @Qualifier(\"" + choice + "\").",
                several);
    }
}
