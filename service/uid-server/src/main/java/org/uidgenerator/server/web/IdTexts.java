package org.uidgenerator.server.web;

import java.util.List;
import java.util.stream.LongStream;

/**
 * Ids in ascending order.
 *
 * @param ids in decimal, as text: JavaScript would round the numbers
 */
record IdTexts(List<String> ids) implements Lines {
    static IdTexts of(long[] ids) {
        return new IdTexts(LongStream.of(ids).mapToObj(Long::toString).toList());
    }

    @Override
    public List<String> lines() {
        return ids;
    }
}
