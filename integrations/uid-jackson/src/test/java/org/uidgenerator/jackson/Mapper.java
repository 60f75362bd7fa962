package org.uidgenerator.jackson;

import java.io.IOException;

/** What the tests need of either Jackson. */
interface Mapper {
    String write(Object value) throws IOException;

    <T> T read(String json, Class<T> type) throws IOException;
}
