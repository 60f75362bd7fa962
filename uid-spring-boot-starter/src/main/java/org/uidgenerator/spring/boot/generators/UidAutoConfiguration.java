package org.uidgenerator.spring.boot.generators;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Import;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.boot.internal.settings.ConditionalOnUids;

/**
 * Makes the {@link UidGenerator} that {@code uid.*} describes, or those of {@code uid.generators.*}, unless there is
 * one.
 */
@AutoConfiguration(after = UidWorkerAutoConfiguration.class)
@ConditionalOnUids
@ConditionalOnMissingBean(UidGenerator.class)
@Import({UidBeans.class, UidGeneratorRegistrar.class})
public final class UidAutoConfiguration {
    /** Called by the container. */
    public UidAutoConfiguration() {}
}
