package org.uidgenerator.jackson;

import org.uidgenerator.permutation.UidPermutation;
import org.uidgenerator.text.UidFormat;

/** Permutes a UID, and writes the number. */
record PermutedUidFormat(UidPermutation permutation, UidFormat text) implements PublicUidFormat {
    @Override
    public String format(long uid) {
        return text.format(permutation.permute(uid));
    }

    @Override
    public long parse(String publicUid) {
        return permutation.restore(text.parse(publicUid));
    }
}
