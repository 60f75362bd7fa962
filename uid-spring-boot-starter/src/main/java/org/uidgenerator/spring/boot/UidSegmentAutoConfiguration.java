package org.uidgenerator.spring.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.uidgenerator.segment.SegmentIdGenerator;

/**
 * Makes a {@link SegmentIdGenerator}, unless there is one, where there is a module that counts or a
 * {@code SegmentStore} bean; and a {@code SegmentTag} for each tag of {@code uid.segments.tags}.
 */
@AutoConfiguration(after = UidWorkerAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "uid.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(SegmentIdGenerator.class)
@EnableConfigurationProperties({UidProperties.class, SegmentProperties.class})
@Import({UidBeans.class, SegmentBeans.class, SegmentRegistrar.class})
@ImportRuntimeHints(UidRuntimeHints.class)
public final class UidSegmentAutoConfiguration {
    /** Called by the container. */
    public UidSegmentAutoConfiguration() {}
}
