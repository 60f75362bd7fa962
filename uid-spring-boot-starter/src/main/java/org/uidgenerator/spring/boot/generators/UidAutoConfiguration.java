package org.uidgenerator.spring.boot.generators;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.boot.client.Discovery;
import org.uidgenerator.spring.boot.client.RemoteGenerators;
import org.uidgenerator.spring.boot.internal.settings.SettingsBeans;
import org.uidgenerator.spring.boot.internal.settings.UidsEnabled;

/**
 * Makes the {@link UidGenerator} that {@code uid.*} describes, or those of {@code uid.generators.*}, unless there is
 * one.
 */
@AutoConfiguration(after = UidWorkerAutoConfiguration.class)
@Conditional(UidsEnabled.class)
@ConditionalOnMissingBean(UidGenerator.class)
@Import({
    SettingsBeans.class,
    WorkerIdAssigners.class,
    UidGenerators.class,
    RemoteGenerators.class,
    Discovery.class,
    UidGeneratorRegistrar.class
})
public final class UidAutoConfiguration {
    /** Called by the container. */
    public UidAutoConfiguration() {}
}
