package org.uidgenerator.server.web;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.StoreIdentity;

/** The store identity of this server's UIDs, which each answer with some of them names. Safe for use by any thread. */
@Component
public final class IdentityName {
    static final String HEADER = "Uid-Store-Identity";

    private final ManagedUidGenerator generator;

    /** Once it is known, it stays: a generator does not change to another identity. */
    private volatile Optional<String> known = Optional.empty();

    IdentityName(ManagedUidGenerator generator) {
        this.generator = generator;
    }

    /** Returns the name, as far as it is known. */
    Optional<String> find() {
        Optional<String> identity = known;
        if (identity.isEmpty()) {
            identity = generator.status().identity();
            known = identity;
        }
        return identity;
    }

    /** Returns the name with its parts, as far as they are known: an identity is there only if a store keeps it. */
    JsonObject parts() {
        return parts(find().orElse(null));
    }

    static JsonObject parts(@Nullable String text) {
        JsonObject parts = new JsonObject().with("identity", text);
        if (text == null) {
            return parts;
        }
        try {
            StoreIdentity identity = StoreIdentity.parse(text);
            return parts.with("name", identity.name()).text("number", identity.number());
        } catch (IllegalArgumentException e) { // a bare name
            return parts.with("name", text);
        }
    }

    /**
     * Names the identity in an answer.
     *
     * @param request the request for UIDs
     */
    public void nameTo(IdRequest request) {
        find().ifPresent(request::nameIdentity);
    }
}
