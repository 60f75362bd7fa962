package org.uidgenerator;

import java.util.Optional;

/**
 * Thrown when a store holds another {@link StoreIdentity} than the one that is expected there. Nothing was taken from
 * it, since ids of two store identities may be equal. The message names both.
 */
public final class OtherStoreIdentityException extends UidGenerateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param expected what is expected, in words
     * @param where what messages call the place, such as the store
     * @param found what it holds, or empty if that is none
     */
    public OtherStoreIdentityException(OptionText expected, String where, Optional<StoreIdentity> found) {
        super(OptionText.of(
                "%s is expected, but %s holds %s: the address leads to another store, or what it held was replaced. UIDs of two store identities may be equal: lead the address back, or, if that store is lost, stop all processes that use it, follow the run-book \"The database lost writes\" and start them again",
                expected, where, found.map(StoreIdentity::describe).orElse("none")));
    }

    /**
     * Makes one for a place that keeps no store identity, and shows by something else that it belongs to another.
     *
     * @param message what it shows, and what to do
     */
    public OtherStoreIdentityException(String message) {
        super(message);
    }
}
