package org.uidgenerator.persistence.internal;

/** A place where generators and counters are found. */
public interface UidSources {
    /**
     * Returns a generator, or the counters.
     *
     * @param target what it is for
     * @param type {@link org.uidgenerator.UidGenerator} or {@link org.uidgenerator.segment.SegmentIdGenerator}
     * @param name its name, empty for the only one
     * @throws RuntimeException if there is none; the message says what is needed
     */
    <T> T find(UidTarget target, Class<T> type, String name);

    /**
     * Returns which bean is wanted.
     *
     * @param name its name, empty for the only one of the type
     */
    static String wanted(Class<?> type, String name) {
        return name.isEmpty()
                ? "one bean of type " + type.getSimpleName()
                : "a bean of type " + type.getSimpleName() + " named " + name;
    }
}
