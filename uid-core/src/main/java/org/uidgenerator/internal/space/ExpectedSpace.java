package org.uidgenerator.internal.space;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.IdSpace;
import org.uidgenerator.IdSpaceRecord;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.OtherIdSpaceException;
import org.uidgenerator.UidGenerateException;

/**
 * The one id space that somebody takes ids of: the one that was named, or else the first that was seen. For any thread.
 */
public final class ExpectedSpace {
    /** Others may write it at the same time, or roll back what they have written. */
    private static final int MOST_ATTEMPTS = 10;

    private final @Nullable String named;
    private final AtomicReference<@Nullable IdSpace> seen = new AtomicReference<>();

    /**
     * Expects an id space that was not seen yet.
     *
     * @param named its name, its identity or both, or null if any is welcome
     */
    public ExpectedSpace(@Nullable String named) {
        this.named = named;
    }

    /**
     * Returns the id space that was seen first.
     *
     * @return the same from the first one on; empty before that, and if the store keeps none
     */
    public Optional<IdSpace> seen() {
        return Optional.ofNullable(seen.get());
    }

    /**
     * Checks a name that somebody gives an id space.
     *
     * @param name the name of the id space
     * @param named its name, its identity or both
     * @throws IllegalArgumentException if it is none of these
     */
    public static void requireCanBeOf(String name, String named) {
        String identity = "[1-9][0-9]{11}";
        boolean isBoth = named.startsWith(name + "/")
                && named.substring(name.length() + 1).matches(identity);
        if (!isBoth && !named.equals(name) && !named.matches(identity)) {
            throw new OptionException(
                    "space",
                    named,
                    OptionText.of("must be %s, an identity of 12 digits, or %s/<identity>", name, name));
        }
    }

    /**
     * Reads the id space of a store. Makes it if there is none and none was seen before.
     *
     * @param store what messages call the store
     * @param record where the store keeps its id space, or empty if it keeps none
     * @param fresh makes an id space of a name
     * @throws OtherIdSpaceException if it is not the expected one
     */
    public void require(String store, Optional<IdSpaceRecord> record, Function<String, IdSpace> fresh) {
        require(store, record.map(found -> findOrMake(store, found, fresh)));
    }

    /**
     * Compares an id space that was found.
     *
     * @param where what messages call the place where it was found
     * @param found the id space, or empty if none is kept there
     * @throws OtherIdSpaceException if it is not the expected one
     */
    public void require(String where, Optional<IdSpace> found) {
        if (named != null && found.filter(held -> held.isCalled(named)).isEmpty()) {
            throw refusal(where, found);
        }
        if (found.isPresent()) {
            IdSpace before = seen.compareAndExchange(null, found.get());
            if (before != null && !before.equals(found.get())) {
                throw refusal(where, found);
            }
        }
    }

    private IdSpace findOrMake(String store, IdSpaceRecord record, Function<String, IdSpace> fresh) {
        IdSpace before = seen.get(); // Order matters! Another thread may make it after this one has found none
        Optional<IdSpace> found = record.find();
        for (int i = 0; found.isEmpty() && i < MOST_ATTEMPTS; i++) {
            if (before != null || (named != null && !named.equals(record.name()))) {
                throw refusal(store, Optional.empty());
            }
            found = make(record, fresh.apply(record.name()));
        }
        return found.orElseThrow(
                () -> new UidGenerateException(store + " does not keep the id space that is written to it"));
    }

    /** Returns what the record holds then: another process may be faster. Empty if it is just writing. */
    private static Optional<IdSpace> make(IdSpaceRecord record, IdSpace fresh) {
        try {
            record.insert(fresh);
        } catch (RuntimeException unanswered) { // it may be there nevertheless, and the same is never written twice
            return Optional.of(record.find().orElseThrow(() -> unanswered));
        }
        return record.find();
    }

    private OtherIdSpaceException refusal(String where, Optional<IdSpace> found) {
        IdSpace before = seen.get();
        OptionText expected =
                before == null ? OptionText.of("{space}=%s", named) : OptionText.of("id space %s", before.describe());
        return new OtherIdSpaceException(expected, where, found);
    }
}
