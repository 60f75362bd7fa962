package org.uidgenerator.spring.boot.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A mark of a property that has an effect only if another one has one of several values. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface OnlyWith {
    /** The values of {@code uid.type}. */
    UidProperties.Type[] type() default {};

    /** The values of {@code uid.clock.policy}. */
    UidProperties.Policy[] policy() default {};

    /** Whether it has an effect only with a policy that looks at the clock. */
    boolean clock() default false;

    /** The values of {@code uid.worker.assigner}. */
    Assigner[] assigner() default {};
}
