package org.uidgenerator.spring.boot;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a property that has an effect only where another one has certain values. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface OnlyWith {
    /** Returns what decides. */
    Decision decision();

    /** Returns the values, any of which will do. */
    String[] values();
}
