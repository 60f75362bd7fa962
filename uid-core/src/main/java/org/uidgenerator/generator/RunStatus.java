package org.uidgenerator.generator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGeneratorStatus;

/** What was found when somebody looked. */
record RunStatus(
        long workerId,
        List<Long> workerIds,
        Optional<String> identity,
        OptionalLong term,
        Instant reservedUntil,
        long issued,
        long available,
        int blocks,
        int capacity,
        Duration borrowed,
        Duration staleness,
        long refills,
        Duration refillTime,
        long waits,
        long rejectedTakes,
        long clockSetbacks,
        Duration largestSetback,
        @Nullable Duration clockSkew,
        @Nullable Throwable failure,
        @Nullable Throwable storeFailure)
        implements UidGeneratorStatus {}
