package org.uidgenerator.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * UIDs or numbers of a tag that were issued more than once.
 *
 * @param count how many times a UID or number was issued again
 * @param examples descriptions of the first ones
 */
record Duplicates(long count, List<String> examples) {
    private static final int MOST_EXAMPLES = 10;

    static final Duplicates NONE = new Duplicates(0, List.of());

    static Duplicates among(List<Issued> runs, Function<Issued, String> description) {
        List<Issued> ascending = new ArrayList<>(runs);
        ascending.sort(Comparator.comparingLong(Issued::first).thenComparingLong(Issued::last));
        long count = 0;
        List<String> examples = new ArrayList<>();
        Issued furthest = null;
        for (Issued run : ascending) {
            if (furthest != null && run.first() <= furthest.last()) {
                count += Math.min(run.last(), furthest.last()) - run.first() + 1;
                if (examples.size() < MOST_EXAMPLES) {
                    examples.add(description.apply(furthest) + " and " + description.apply(run));
                }
            }
            if (furthest == null || run.last() > furthest.last()) {
                furthest = run;
            }
        }
        return new Duplicates(count, examples);
    }

    Duplicates plus(Duplicates others) {
        return new Duplicates(
                count + others.count,
                Stream.concat(examples.stream(), others.examples.stream()).toList());
    }
}
