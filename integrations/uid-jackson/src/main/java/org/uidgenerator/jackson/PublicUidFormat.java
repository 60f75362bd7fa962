package org.uidgenerator.jackson;

import java.util.Objects;
import org.uidgenerator.permutation.UidPermutation;
import org.uidgenerator.text.UidFormat;

/** Writes UIDs as others may see them, and reads them back. Any thread may call it. */
public interface PublicUidFormat {
    /**
     * Writes a UID.
     *
     * @param uid the UID
     * @return its public form
     * @throws IllegalArgumentException if it is negative, or has more bits than the format has
     */
    String format(long uid);

    /**
     * Reads a UID.
     *
     * @param text what {@link #format} wrote
     * @return the UID. A text of the right form that was never written gives some UID, too
     * @throws IllegalArgumentException if {@code text} does not have the form that {@link #format} writes
     */
    long parse(String text);

    /**
     * Returns a format of permuted UIDs.
     *
     * @param permutation the permutation
     * @param text how the permuted number is written
     * @return the format
     */
    static PublicUidFormat of(UidPermutation permutation, UidFormat text) {
        return new PermutedUidFormat(
                Objects.requireNonNull(permutation, "permutation"), Objects.requireNonNull(text, "text"));
    }
}
