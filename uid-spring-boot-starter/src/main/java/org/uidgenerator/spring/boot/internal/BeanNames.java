package org.uidgenerator.spring.boot.internal;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.RootBeanDefinition;

/** The names of the beans that the starter makes. */
public final class BeanNames {
    /** Stands for the name of a generator if something is for all generators that have none of their own. */
    public static final String SHARED = "";

    /** Makes the generators. */
    public static final String GENERATORS = "uidGenerators";

    /** Makes the generators that take their UIDs from an id service. */
    public static final String REMOTE_GENERATORS = "uidRemoteGenerators";

    /** Makes the assigners, and opens their stores. */
    public static final String ASSIGNERS = "uidWorkerIdAssigners";

    /** Opens the store of counters, makes their generator, and the tags. */
    public static final String COUNTERS = "uidSegments";

    public static final String SEGMENT_STORE = "segmentStore";
    public static final String SEGMENT_ID_GENERATOR = "segmentIdGenerator";

    private static final Set<String> MAKERS = Set.of(GENERATORS, REMOTE_GENERATORS, ASSIGNERS, COUNTERS);

    private BeanNames() {}

    /** Returns whether it is one of those that make others from properties. */
    public static boolean isMaker(@Nullable String name) {
        return name != null && MAKERS.contains(name);
    }

    /** Returns the name of the assigner of a generator, or of that for all. */
    public static String assignerOf(String generator) {
        return generator.equals(SHARED) ? "workerIdAssigner" : generator + "WorkerIdAssigner";
    }

    /** Returns the name of the store that such an assigner leases from. */
    public static String leaseStoreOf(String generator) {
        return generator.equals(SHARED) ? "workerLeaseStore" : generator + "WorkerLeaseStore";
    }

    /** Returns the name of a tag's bean. It is not the tag, because a repository may be called that. */
    public static String ofTag(String tag, Class<?> type) {
        return tag + type.getSimpleName();
    }

    /** Defines a bean of a type that one of those makes when it is wanted first. */
    public static RootBeanDefinition defineLazy(Class<?> type, String maker, String method, String... arguments) {
        RootBeanDefinition definition = define(maker, method, arguments);
        definition.setTargetType(type);
        definition.setLazyInit(true);
        return definition;
    }

    /**
     * Defines a bean that one of those makes. Each kind has a factory method, so that the definition knows the type,
     * and that values are read at run time, not when a native image is built.
     */
    public static RootBeanDefinition define(String maker, String method, String... arguments) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setFactoryBeanName(maker);
        definition.setFactoryMethodName(method);
        for (int i = 0; i < arguments.length; i++) {
            definition.getConstructorArgumentValues().addIndexedArgumentValue(i, arguments[i]);
        }
        return definition;
    }
}
