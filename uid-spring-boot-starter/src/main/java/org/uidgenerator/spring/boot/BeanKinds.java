package org.uidgenerator.spring.boot;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The few of the {@link UidProperties} that decide which beans there are. They are read for the definitions; the rest
 * is read when a bean needs it.
 */
record BeanKinds(
        @DefaultValue("cached") UidProperties.Type type,
        @DefaultValue Worker worker) {
    record Worker(
            @Nullable Assigner assigner,
            @Nullable Long id,
            @Nullable String variable) {}

    /** Returns the assigner that is said, if one is. */
    Optional<Assigner> assigner() {
        return Assigner.said(worker.assigner(), worker.id(), worker.variable());
    }
}
