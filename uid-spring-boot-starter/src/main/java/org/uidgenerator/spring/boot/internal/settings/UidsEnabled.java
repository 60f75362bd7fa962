package org.uidgenerator.spring.boot.internal.settings;

import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * A condition that {@code uid.enabled} is not set, or is a boolean that is true as Boot binds it: {@code true},
 * {@code yes}, {@code on} or 1.
 */
public final class UidsEnabled extends SpringBootCondition {
    public static final String PROPERTY = "uid.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata annotated) {
        boolean enabled = isTrue(context.getEnvironment());
        return new ConditionOutcome(enabled, PROPERTY + " is " + enabled);
    }

    /**
     * Returns whether there are to be generators and counters.
     *
     * @throws org.springframework.boot.context.properties.bind.BindException if the property is no boolean
     */
    public static boolean isTrue(Environment environment) {
        return Binder.get(environment)
                .bind(PROPERTY, Bindable.of(Boolean.class), new UidBindHandler(BindHandler.DEFAULT))
                .orElse(true);
    }
}
