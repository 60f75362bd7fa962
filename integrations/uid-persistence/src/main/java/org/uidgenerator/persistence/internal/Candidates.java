package org.uidgenerator.persistence.internal;

import java.util.List;

/** The words of messages on the bean that is wanted, and on those to choose from. */
public final class Candidates {
    private Candidates() {}

    /**
     * Returns which bean is wanted.
     *
     * @param name its name, empty for the only one of the type
     */
    public static String wanted(Class<?> type, String name) {
        return name.isEmpty()
                ? "one bean of type " + type.getSimpleName()
                : "a bean of type " + type.getSimpleName() + " named " + name;
    }

    /** Returns the end of a message that says which bean is wanted. */
    public static String text(List<String> found) {
        return switch (found.size()) {
            case 0 -> ": there is none";
            case 1 -> ": found " + found.get(0);
            default -> ": found " + String.join(", ", found) + "; name one of them, or make one the primary bean";
        };
    }
}
