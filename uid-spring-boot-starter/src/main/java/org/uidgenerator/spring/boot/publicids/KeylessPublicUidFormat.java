package org.uidgenerator.spring.boot.publicids;

import org.uidgenerator.jackson.PublicUidFormat;
import org.uidgenerator.spring.boot.internal.settings.PublicIdsKeyException;

/**
 * Refuses to write and to read: without it, a UID that is marked as public would be shown as it is when the key is
 * forgotten.
 */
enum KeylessPublicUidFormat implements PublicUidFormat {
    INSTANCE;

    @Override
    public String format(long uid) {
        throw refusal();
    }

    @Override
    public long parse(String text) {
        throw refusal();
    }

    private static PublicIdsKeyException refusal() {
        return new PublicIdsKeyException(
                "uid.public-ids.key must be set where @PublicUid is used: 32 hexadecimal digits, as \"openssl rand -hex 16\" makes them");
    }
}
