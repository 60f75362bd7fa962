package org.uidgenerator.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGeneratorStatus;

/** A status that says what a test wants it to. */
public record GivenStatus(
        long workerId,
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
