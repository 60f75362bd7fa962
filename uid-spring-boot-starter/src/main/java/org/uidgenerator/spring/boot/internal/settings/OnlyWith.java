package org.uidgenerator.spring.boot.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A mark of a property that has an effect only if a decision was made for one of several values. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface OnlyWith {
    String CACHED = "type=cached";
    String UNBUFFERED = "type=unbuffered";

    /** Generators that make UIDs themselves. */
    String LOCAL = "type=cached or unbuffered";

    String LEASED = "worker.assigner=leased";

    /** Worker ids that are set, not leased. */
    String STATIC = "worker.assigner=fixed or env or statefulset";

    /** Worker ids that are of a namespace. */
    String OF_NAMESPACE = "worker.assigner=leased or fixed or env or statefulset";

    /** Worker ids that a table or another store gives. */
    String STORED = "worker.assigner=leased or disposable";

    /** The property that says it in so many words, without {@code uid.}, with these values as messages name them. */
    String value();
}
