package org.uidgenerator.spring.boot.counters;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.boot.client.Discovery;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.settings.SegmentProperties;
import org.uidgenerator.spring.boot.internal.settings.SegmentTags;
import org.uidgenerator.spring.boot.internal.settings.SettingsBeans;
import org.uidgenerator.spring.boot.internal.settings.UidsEnabled;

/**
 * Makes a {@link SegmentIdGenerator}, unless there is one, and for each tag of {@code uid.segments.tags} a
 * {@code SegmentTag}, or a {@code BusinessNumbers} if the tag has a pattern.
 */
@AutoConfiguration(after = UidWorkerAutoConfiguration.class)
@Conditional(UidsEnabled.class)
@ConditionalOnMissingBean(SegmentIdGenerator.class)
@EnableConfigurationProperties(SegmentProperties.class)
@Import({SettingsBeans.class, Discovery.class, SegmentTags.class, Segments.class, SegmentRegistrar.class})
public final class UidSegmentAutoConfiguration {
    /** Called by the container. */
    public UidSegmentAutoConfiguration() {}
}
