package org.uidgenerator.persistence.hibernate;

import java.lang.reflect.Member;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.GeneratorCreationContext;
import org.uidgenerator.segment.SegmentIdGenerator;

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
        fill(true, annotation.value(), member, context);
    }
}
