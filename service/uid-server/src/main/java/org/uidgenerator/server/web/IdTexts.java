package org.uidgenerator.server.web;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Ids in ascending order.
 *
 * @param ids in decimal, as text: JavaScript would round the numbers
 */
record IdTexts(List<String> ids) implements Lines {
    static IdTexts of(LongStream ids) {
        return new IdTexts(ids.mapToObj(Long::toString).toList());
    }

    @Override
    public List<String> lines() {
        return ids;
    }
}
