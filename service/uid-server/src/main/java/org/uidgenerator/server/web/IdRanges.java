package org.uidgenerator.server.web;

import java.util.ArrayList;
import java.util.List;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;

/**
 * UIDs that were claimed for the caller to hand out.
 *
 * @param layout the text of their layout
 * @param ranges ascending; neighbours are joined
 */
record IdRanges(String layout, List<Range> ranges) implements Lines {

    /**
     * A range.
     *
     * @param first its lowest UID
     * @param last its highest UID
     * @param step how far apart the UIDs are
     * @param size how many there are
     */
    record Range(String first, String last, String step, long size) implements Lines {
        static Range of(UidRange range) {
            return new Range(
                    Long.toString(range.first()),
                    Long.toString(range.last()),
                    Long.toString(range.step()),
                    range.size());
        }

        @Override
        public List<String> lines() {
            return List.of(first + " " + last + " " + step);
        }
    }

    static IdRanges of(UidLayout layout, List<UidRange> ascending) {
        List<Range> ranges = new ArrayList<>();
        UidRange joined = ascending.get(0);
        for (UidRange next : ascending.subList(1, ascending.size())) {
            if (next.first() == joined.last() + joined.step()) {
                joined = new UidRange(joined.first(), next.last(), joined.step());
            } else {
                ranges.add(Range.of(joined));
                joined = next;
            }
        }
        ranges.add(Range.of(joined));
        return new IdRanges(layout.text(), ranges);
    }

    @Override
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(layout);
        ranges.forEach(range -> lines.addAll(range.lines()));
        return lines;
    }
}
