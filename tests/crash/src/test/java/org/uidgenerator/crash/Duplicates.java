package org.uidgenerator.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.uidgenerator.UidLayout;

/**
 * UIDs that were issued more than once.
 *
 * @param count how many issues were one too many
 * @param examples who got the first ones
 */
record Duplicates(long count, List<String> examples) {
    private static final int MOST_EXAMPLES = 10;

    static Duplicates among(List<Issued> runs, UidLayout layout) {
        List<Issued> ascending = new ArrayList<>(runs);
        ascending.sort(Comparator.comparingLong(Issued::first).thenComparingLong(Issued::last));
        long count = 0;
        List<String> examples = new ArrayList<>();
        Issued furthest = null;
        for (Issued run : ascending) {
            if (furthest != null && run.first() <= furthest.last()) {
                count += Math.min(run.last(), furthest.last()) - run.first() + 1;
                if (examples.size() < MOST_EXAMPLES) {
                    examples.add(furthest.describe(layout) + " and " + run.describe(layout));
                }
            }
            if (furthest == null || run.last() > furthest.last()) {
                furthest = run;
            }
        }
        return new Duplicates(count, examples);
    }
}
