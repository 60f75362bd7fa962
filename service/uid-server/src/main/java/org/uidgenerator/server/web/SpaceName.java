package org.uidgenerator.server.web;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.uidgenerator.IdSpace;
import org.uidgenerator.ManagedUidGenerator;

/** The id space of this server's UIDs, which each answer with some of them names. Safe for use by any thread. */
@Component
public final class SpaceName {
    static final String HEADER = "Uid-Space";

    private final ManagedUidGenerator generator;

    /** Once it is known, it stays: a generator does not change to another space. */
    private volatile Optional<String> known = Optional.empty();

    SpaceName(ManagedUidGenerator generator) {
        this.generator = generator;
    }

    /** Returns the name, as far as it is known. */
    Optional<String> find() {
        Optional<String> space = known;
        if (space.isEmpty()) {
            space = generator.status().space();
            known = space;
        }
        return space;
    }

    /** Returns the name with its parts, as far as they are known: an identity is there only if a store keeps it. */
    JsonObject parts() {
        return parts(find().orElse(null));
    }

    static JsonObject parts(@Nullable String text) {
        JsonObject parts = new JsonObject().with("space", text);
        if (text == null) {
            return parts;
        }
        try {
            IdSpace space = IdSpace.parse(text);
            return parts.with("name", space.name()).text("identity", space.identity());
        } catch (IllegalArgumentException e) { // a bare name
            return parts.with("name", text);
        }
    }

    /**
     * Names the space in an answer.
     *
     * @param request the request for UIDs
     */
    public void nameTo(IdRequest request) {
        find().ifPresent(request::nameSpace);
    }
}
