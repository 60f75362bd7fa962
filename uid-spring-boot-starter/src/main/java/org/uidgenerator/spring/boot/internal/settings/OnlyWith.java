package org.uidgenerator.spring.boot.internal.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a property that has an effect only where another one has certain values; itself, or by an annotation. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.ANNOTATION_TYPE})
@interface OnlyWith {
    /** Returns what decides. */
    Decision decision();

    /** Returns the values, any of which will do. */
    String[] values();

    /** For generators that make UIDs in advance. */
    @OnlyWith(decision = Decision.TYPE, values = "cached")
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Cached {}

    /** For generators that make UIDs on demand. */
    @OnlyWith(decision = Decision.TYPE, values = "unbuffered")
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Unbuffered {}

    /** For generators that make UIDs themselves. */
    @OnlyWith(
            decision = Decision.TYPE,
            values = {"cached", "unbuffered"})
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Local {}

    /** For worker ids that are leased, from any store. */
    @OnlyWith(decision = Decision.ASSIGNER, values = "leased")
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Leased {}

    /** For worker ids that are set, not leased. */
    @OnlyWith(
            decision = Decision.ASSIGNER,
            values = {"fixed", "env", "statefulset"})
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Static {}
}
