package org.uidgenerator.spring.boot.internal.failures;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.uidgenerator.UidSource;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;

/**
 * Names the generators of which none is primary, and the two ways to choose one. Boot itself says of each that it is
 * defined in an unknown location.
 */
@Order(0) // before that of Boot, which has no order
public final class NoPrimaryGeneratorFailureAnalyzer
        extends AbstractInjectionFailureAnalyzer<NoUniqueBeanDefinitionException> {
    private final Environment environment;

    /** Called by Boot. */
    public NoPrimaryGeneratorFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoUniqueBeanDefinitionException cause, @Nullable String description) {
        Class<?> wanted = cause.getBeanType();
        Collection<String> found = cause.getBeanNamesFound();
        if (wanted == null || found == null || !UidSource.class.isAssignableFrom(wanted)) {
            return null;
        }
        GeneratorProperties properties = new GeneratorProperties(environment);
        List<String> choices = found.stream().filter(properties::isNamed).toList();
        if (choices.isEmpty()) {
            return null; // they are the application's: Boot knows where they are defined
        }
        String choice = choices.get(0);
        return new FailureAnalysis(
                (description == null ? "The application" : description) + " needs one " + wanted.getSimpleName()
                        + ", but there are " + found.size() + " and none is primary: " + String.join(", ", found),
                "Say which one is primary, such as uid.primary=" + choice
                        + ", or inject one by its name, such as @Qualifier(\"" + choice + "\").",
                cause);
    }
}
