package org.uidgenerator.server.web;

import java.util.List;
import java.util.stream.LongStream;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;

/**
 * Writes ids as JSON or, for callers without a parser, as lines of text. In JSON they are text in decimal, because
 * JavaScript would round the numbers.
 */
final class IdWriter {
    /** An id of 19 digits, its quotes and a comma. */
    private static final int LONGEST_ID = 22;

    private final IdRequest request;
    private final boolean isText;
    private final StringBuilder body;

    /**
     * Makes a writer.
     *
     * @param ids about how many ids it writes
     */
    IdWriter(IdRequest request, int ids) {
        this.request = request;
        isText = request.isText();
        body = new StringBuilder(LONGEST_ID * (ids + 1));
    }

    void id(long id) {
        if (isText) {
            body.append(id).append('\n');
        } else {
            body.append("{\"id\":\"").append(id).append("\"}");
        }
        request.answer(body);
    }

    void ids(LongStream ids) {
        if (isText) {
            ids.forEach(id -> body.append(id).append('\n'));
        } else {
            body.append("{\"ids\":[");
            ids.forEach(id -> body.append('"').append(id).append("\","));
            body.setCharAt(body.length() - 1, ']');
            body.append('}');
        }
        request.answer(body);
    }

    void range(UidRange range) {
        append(range);
        request.answer(body);
    }

    /** Joins neighbours. */
    void ranges(UidLayout layout, List<UidRange> ascending) {
        body.append(isText ? layout.text() + "\n" : "{\"layout\":\"" + layout.text() + "\",\"ranges\":[");
        UidRange joined = ascending.get(0);
        for (UidRange next : ascending.subList(1, ascending.size())) {
            if (next.first() == joined.last() + joined.increment()) {
                joined = new UidRange(joined.first(), next.last(), joined.increment());
            } else {
                append(joined);
                body.append(isText ? "" : ",");
                joined = next;
            }
        }
        append(joined);
        body.append(isText ? "" : "]}");
        request.answer(body);
    }

    private void append(UidRange range) {
        if (isText) {
            body.append(range.first())
                    .append(' ')
                    .append(range.last())
                    .append(' ')
                    .append(range.increment())
                    .append('\n');
        } else {
            body.append("{\"first\":\"").append(range.first());
            body.append("\",\"last\":\"").append(range.last());
            body.append("\",\"increment\":\"").append(range.increment());
            body.append("\",\"size\":").append(range.size()).append('}');
        }
    }
}
