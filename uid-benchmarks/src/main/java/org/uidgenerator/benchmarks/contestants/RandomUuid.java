package org.uidgenerator.benchmarks.contestants;

import java.util.UUID;

/** 122 random bits. */
final class RandomUuid implements Contestant {
    @Override
    public long next() {
        UUID uuid = UUID.randomUUID();
        return uuid.getMostSignificantBits() ^ uuid.getLeastSignificantBits();
    }
}
