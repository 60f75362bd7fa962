package org.uidgenerator.internal.identity;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.OtherStoreIdentityException;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidGenerateException;

/**
 * The one store identity that ids are taken of: the one that was named, or else the first of which something was taken
 * for good. Until then a crash of the store may lose what was found. For any thread.
 */
public final class ExpectedIdentity {
    /** Others may write it at the same time, or roll back what they have written. */
    private static final int MOST_ATTEMPTS = 10;

    private final @Nullable String named;
    private final AtomicReference<@Nullable StoreIdentity> seen = new AtomicReference<>();

    /**
     * Expects a store identity that was not seen yet.
     *
     * @param named its name, its number or both, or null if any is welcome
     */
    public ExpectedIdentity(@Nullable String named) {
        this.named = named;
    }

    /**
     * {@return the store identity that was remembered first, the same from then on; empty before that, and if the store
     * keeps none}
     */
    public Optional<StoreIdentity> seen() {
        return Optional.ofNullable(seen.get());
    }

    /**
     * Checks a name given to a store identity.
     *
     * @param name the name of the store identity
     * @param named its name, its number or both
     * @throws IllegalArgumentException if it is none of these
     */
    public static void requireCanBeOf(String name, String named) {
        String number = "[1-9][0-9]{11}";
        boolean isBoth = named.startsWith(name + "/")
                && named.substring(name.length() + 1).matches(number);
        if (!isBoth && !named.equals(name) && !named.matches(number)) {
            throw new OptionException(
                    "expectedIdentity",
                    named,
                    OptionText.of("must be %s, a number of 12 digits, or %s/<number>", name, name));
        }
    }

    /**
     * Reads the store identity of a store. Makes it if there is none and none was remembered before.
     *
     * @param store what messages call the store
     * @param record where the store keeps its store identity, or empty if it keeps none
     * @param fresh makes a store identity of a name
     * @return the store identity, to be remembered, or empty if none is kept
     * @throws OtherStoreIdentityException if it is not the expected one
     */
    public Optional<StoreIdentity> find(
            String store, Optional<StoreIdentityRecord> record, Function<String, StoreIdentity> fresh) {
        Optional<StoreIdentity> found = record.map(held -> findOrMake(store, held, fresh));
        require(store, found);
        return found;
    }

    /**
     * Compares a store identity that was found.
     *
     * @param where what messages call the place where it was found
     * @param found the store identity, or empty if none is kept there
     * @throws OtherStoreIdentityException if it is not the expected one
     */
    public void require(String where, Optional<StoreIdentity> found) {
        StoreIdentity before = seen.get();
        boolean isOther = before != null && found.isPresent() && !before.equals(found.get());
        if (isOther
                || (named != null && found.filter(held -> held.isCalled(named)).isEmpty())) {
            throw refusal(where, found);
        }
    }

    /** As {@link #require}, and remembers a store identity of which something was taken for good. */
    public void remember(String where, Optional<StoreIdentity> found) {
        require(where, found); // Order matters! Or one that is refused would be remembered
        found.ifPresent(held -> seen.compareAndSet(null, held));
        require(where, found); // another thread may have been faster, with another one
    }

    /**
     * Begins to write something under the store identity, which is remembered once that is confirmed: until then a
     * crash of the store may lose both. The first three parameters are those of {@link #find}, which is asked as long
     * as none is remembered.
     *
     * @param begin begins to write, given the store identity, or null if the store keeps none
     * @throws OtherStoreIdentityException if it is not the expected one
     */
    public <T> PendingWrite<T> begin(
            String store,
            Optional<StoreIdentityRecord> record,
            Function<String, StoreIdentity> fresh,
            Function<@Nullable StoreIdentity, PendingWrite<T>> begin) {
        Optional<StoreIdentity> held = seen().or(() -> find(store, record, fresh));
        PendingWrite<T> begun = begin.apply(held.orElse(null));
        return PendingWrite.of(begun::untilConfirmable, () -> {
            T confirmed = begun.confirm();
            remember(store, held);
            return confirmed;
        });
    }

    private StoreIdentity findOrMake(String store, StoreIdentityRecord record, Function<String, StoreIdentity> fresh) {
        StoreIdentity before = seen.get(); // Order matters! Another thread may make it after this one has found none
        Optional<StoreIdentity> found = record.find();
        for (int i = 0; found.isEmpty() && i < MOST_ATTEMPTS; i++) {
            if (before != null || (named != null && !named.equals(record.name()))) {
                throw refusal(store, Optional.empty());
            }
            found = make(record, fresh.apply(record.name()));
        }
        if (found.isEmpty()) {
            throw new UidGenerateException(store + " does not keep the store identity that is written to it");
        }
        return found.get();
    }

    /** Returns what the record holds then: another process may be faster. Empty if it is just writing. */
    private static Optional<StoreIdentity> make(StoreIdentityRecord record, StoreIdentity fresh) {
        try {
            record.insert(fresh);
        } catch (RuntimeException unanswered) { // it may be there nevertheless, and the same is never written twice
            return Optional.of(record.find().orElseThrow(() -> unanswered));
        }
        return record.find();
    }

    private OtherStoreIdentityException refusal(String where, Optional<StoreIdentity> found) {
        StoreIdentity before = seen.get();
        OptionText expected = before == null
                ? OptionText.of("{expectedIdentity}=%s", named)
                : OptionText.of("store identity %s", before.describe());
        return new OtherStoreIdentityException(expected, where, found);
    }
}
