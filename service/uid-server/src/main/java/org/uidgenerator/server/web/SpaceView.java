package org.uidgenerator.server.web;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.IdSpace;

/**
 * The id space of this server's UIDs, as far as it is known.
 *
 * @param space its text, as the header of answers with UIDs names it
 * @param name its name
 * @param identity what tells it from others of that name; null if no store keeps it
 */
record SpaceView(
        @Nullable String space,
        @Nullable String name,
        @Nullable String identity) {
    static SpaceView of(@Nullable String text) {
        if (text == null) {
            return new SpaceView(null, null, null);
        }
        try {
            IdSpace space = IdSpace.parse(text);
            return new SpaceView(text, space.name(), Long.toString(space.identity()));
        } catch (IllegalArgumentException e) { // a bare name
            return new SpaceView(text, text, null);
        }
    }
}
