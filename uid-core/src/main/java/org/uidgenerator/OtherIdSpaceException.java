package org.uidgenerator;

import java.util.Optional;

/**
 * Thrown when a store holds another {@link IdSpace} than the one that is expected there. Nothing was taken from it,
 * since ids of two id spaces may be equal. The message names both.
 */
public final class OtherIdSpaceException extends UidGenerateException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param expected what is expected, in words
     * @param where what messages call the place, such as the store
     * @param found what it holds, or empty if that is none
     */
    public OtherIdSpaceException(OptionText expected, String where, Optional<IdSpace> found) {
        super(OptionText.of(
                "%s is expected, but %s holds %s: the address leads to another store, or what it held was replaced. UIDs of two id spaces may be equal",
                expected, where, found.map(IdSpace::describe).orElse("none")));
    }

    /**
     * Makes one for a place that keeps no id space, and shows by something else that it belongs to another.
     *
     * @param message what it shows, and what to do
     */
    public OtherIdSpaceException(String message) {
        super(message);
    }
}
