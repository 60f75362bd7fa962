package org.uidgenerator.persistence.hibernate;

import java.lang.reflect.Member;
import java.util.Locale;
import org.hibernate.HibernateException;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.GeneratorCreationContext;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidSource;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStatus;

/**
 * Makes the values of {@link UidSegment}. The store is asked once for many of them, so Hibernate can batch the inserts.
 */
public final class UidSegmentValueGenerator extends SourceValueGenerator
        implements AnnotationBasedGenerator<UidSegment> {
    /** The persistence unit's setting whose value is the {@link SegmentIdGenerator} itself. */
    public static final String SETTING = "org.uidgenerator.segments";

    private static final long serialVersionUID = 1;

    /** Makes a generator for Hibernate to initialize. */
    public UidSegmentValueGenerator() {}

    @Override
    public void initialize(UidSegment annotation, Member member, GeneratorCreationContext context) {
        UidAttribute attribute = new UidAttribute("@UidSegment(\"" + annotation.value() + "\")", member);
        SegmentIdGenerator segments =
                new SourceLookup<>(context.getServiceRegistry(), SegmentIdGenerator.class, SETTING).find(attribute, "");
        fill(attribute, tag(segments, annotation.value(), attribute));
    }

    private static UidSource tag(SegmentIdGenerator segments, String tag, UidAttribute attribute) {
        try {
            return segments.tag(tag);
        } catch (IllegalArgumentException | UidGenerateException e) {
            throw new HibernateException(
                    String.format(
                            Locale.ROOT,
                            "%s: %s; tags in use: %s",
                            attribute,
                            e.getMessage(),
                            segments.status().stream().map(SegmentStatus::tag).toList()),
                    e);
        }
    }
}
