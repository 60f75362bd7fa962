package org.uidgenerator.jackson;

import java.io.IOException;

/** The part of either Jackson that tests need. */
interface Mapper {
    String write(Object value) throws IOException;

    <T> T read(String json, Class<T> type) throws IOException;
}
