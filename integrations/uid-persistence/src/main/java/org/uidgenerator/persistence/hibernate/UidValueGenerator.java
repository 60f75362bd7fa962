package org.uidgenerator.persistence.hibernate;

import java.lang.reflect.Member;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.GeneratorCreationContext;
import org.uidgenerator.UidGenerator;

/** Makes the values of {@link Uid}. It asks no database for them, so Hibernate can batch the inserts. */
public final class UidValueGenerator extends SourceValueGenerator implements AnnotationBasedGenerator<Uid> {
    /** The persistence unit's setting whose value is the {@link UidGenerator} itself, not its name. */
    public static final String SETTING = "org.uidgenerator.generator";

    private static final long serialVersionUID = 1;

    /** Makes a generator for Hibernate to initialize. */
    public UidValueGenerator() {}

    @Override
    public void initialize(Uid annotation, Member member, GeneratorCreationContext context) {
        fill(false, annotation.value(), member, context);
    }
}
