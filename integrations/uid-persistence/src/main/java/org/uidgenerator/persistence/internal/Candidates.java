package org.uidgenerator.persistence.internal;

import java.util.List;

/** What messages say that there is to choose from. */
public final class Candidates {
    private Candidates() {}

    /** Returns the end of a message that says which bean is wanted. */
    public static String text(List<String> found) {
        return switch (found.size()) {
            case 0 -> ": there is none";
            case 1 -> ": found " + found.get(0);
            default -> ": found " + String.join(", ", found) + "; name one of them, or make one the primary bean";
        };
    }
}
