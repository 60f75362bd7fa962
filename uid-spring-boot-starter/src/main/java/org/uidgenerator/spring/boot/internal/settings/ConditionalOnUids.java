package org.uidgenerator.spring.boot.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * A condition that {@code uid.enabled} is not set, or is a boolean that is true: {@code true}, {@code yes}, {@code on}
 * or 1.
 */
@Conditional(ConditionalOnUids.Enabled.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ConditionalOnUids {
    /** The property. */
    String PROPERTY = "uid.enabled";

    /** Reads the property as Boot reads those of records. */
    final class Enabled extends SpringBootCondition {
        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata annotated) {
            boolean enabled = isTrue(context.getEnvironment());
            return new ConditionOutcome(
                    enabled,
                    ConditionMessage.forCondition(ConditionalOnUids.class).because(PROPERTY + " is " + enabled));
        }

        /**
         * Returns whether there are to be generators and counters.
         *
         * @throws org.springframework.boot.context.properties.bind.BindException if the property is no boolean
         */
        public static boolean isTrue(Environment environment) {
            return Binder.get(environment).bind(PROPERTY, Boolean.class).orElse(true);
        }
    }
}
