package org.uidgenerator.cli;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.uuid.util.UuidUtil;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bson.types.ObjectId;

/**
 * An id that is not a UID, recognized by its form.
 *
 * @param kind what it is, for people
 * @param time when it was made, if the id says so
 */
record OtherId(String kind, Optional<Instant> time) {
    private static final Pattern UUID_LOOK =
            Pattern.compile("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");
    private static final Pattern ULID_LOOK = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}");
    private static final Pattern OBJECT_ID_LOOK = Pattern.compile("[0-9A-Fa-f]{24}");

    static Optional<OtherId> recognise(String text) {
        if (UUID_LOOK.matcher(text).matches()) {
            return Optional.of(of(UUID.fromString(text)));
        }
        if (ULID_LOOK.matcher(text).matches()) {
            return Optional.of(new OtherId("ULID", Optional.of(Ulid.getInstant(text))));
        }
        if (OBJECT_ID_LOOK.matcher(text).matches()) {
            return Optional.of(new OtherId(
                    "ObjectId", Optional.of(new ObjectId(text).getDate().toInstant())));
        }
        return Optional.empty();
    }

    private static OtherId of(UUID uuid) {
        int version = uuid.version();
        boolean timed = uuid.variant() == 2 && (version == 1 || version == 6 || version == 7);
        return new OtherId(
                uuid.variant() == 2 ? "UUID version " + version : "UUID of another variant",
                timed ? Optional.of(UuidUtil.getInstant(uuid)) : Optional.empty());
    }
}
