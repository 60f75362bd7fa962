package org.uidgenerator.server.web;

import java.util.List;

/**
 * An id.
 *
 * @param id in decimal, as text: JavaScript would round the number
 */
record IdText(String id) implements Lines {
    @Override
    public List<String> lines() {
        return List.of(id);
    }
}
