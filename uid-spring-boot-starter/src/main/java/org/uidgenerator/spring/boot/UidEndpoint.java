package org.uidgenerator.spring.boot;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidGeneratorStatus;
import org.uidgenerator.UidLayout;

/**
 * The actuator endpoint {@code uid}: what each generator is doing, and what is in a UID. UIDs are given as text, since
 * JavaScript has no 64-bit numbers.
 */
@Endpoint(id = "uid")
public final class UidEndpoint {
    private final Map<String, UidGenerator> generators;

    UidEndpoint(Map<String, UidGenerator> generators) {
        this.generators = generators;
    }

    /**
     * A generator.
     *
     * @param layout how its bits are shared
     * @param expiresAt when the layout ends
     * @param uidsPerSecond the rate that it sustains
     * @param workerId the worker id that is stamped
     * @param term the fencing number of its lease, if it has one
     * @param reservedUntil until when it needs no store
     * @param issued UIDs handed out
     * @param available UIDs there to be handed out
     * @param borrowed how far UIDs are ahead of the clock
     * @param staleness how far UIDs are behind the clock
     * @param refills how often UIDs were made
     * @param refillTime how long that took
     * @param waits calls that found no UID and waited
     * @param rejectedTakes calls that got no UID
     * @param failure why the last attempt to make UIDs failed, if it did
     * @param storeFailure why the store did not answer, if it did not
     */
    public record Generator(
            String layout,
            Instant expiresAt,
            double uidsPerSecond,
            long workerId,
            @Nullable Long term,
            Instant reservedUntil,
            long issued,
            long available,
            Duration borrowed,
            Duration staleness,
            long refills,
            Duration refillTime,
            long waits,
            long rejectedTakes,
            @Nullable String failure,
            @Nullable String storeFailure) {

        static Generator of(UidGenerator generator) {
            UidLayout layout = generator.layout();
            UidGeneratorStatus status = generator.status();
            return new Generator(
                    layout.toString(),
                    layout.expiresAt(),
                    layout.uidsPerSecond(),
                    status.workerId(),
                    status.term().isPresent() ? status.term().getAsLong() : null,
                    status.reservedUntil(),
                    status.issued(),
                    status.available(),
                    status.borrowed(),
                    status.staleness(),
                    status.refills(),
                    status.refillTime(),
                    status.waits(),
                    status.rejectedTakes(),
                    status.failure() == null ? null : status.failure().toString(),
                    status.storeFailure() == null ? null : status.storeFailure().toString());
        }
    }

    /**
     * What is in a UID.
     *
     * @param uid the UID
     * @param time when its tick starts
     * @param workerId the worker that made it
     * @param sequence its number within tick and worker
     */
    public record Uid(String uid, Instant time, long workerId, long sequence) {}

    /**
     * Describes all generators.
     *
     * @return the generators by the names of their beans
     */
    @ReadOperation
    public Map<String, Generator> generators() {
        Map<String, Generator> described = new LinkedHashMap<>();
        generators.forEach((name, generator) -> described.put(name, Generator.of(generator)));
        return described;
    }

    /**
     * Describes a generator.
     *
     * @param generator the name of its bean
     * @return the generator, or null if there is none of that name
     */
    @ReadOperation
    public @Nullable Generator generator(@Selector String generator) {
        UidGenerator found = generators.get(generator);
        return found == null ? null : Generator.of(found);
    }

    /**
     * Takes a UID apart.
     *
     * @param generator the name of the bean of a generator with the UID's layout
     * @param uid the UID
     * @return its parts, or null if there is no such generator
     * @throws InvalidEndpointRequestException if the UID is negative or has more bits than the layout, which is status 400 in HTTP
     */
    @ReadOperation
    public @Nullable Uid decode(@Selector String generator, @Selector long uid) {
        UidGenerator found = generators.get(generator);
        if (found == null) {
            return null;
        }
        DecodedUid parts = decode(found, uid);
        return new Uid(Long.toString(uid), parts.time(), parts.workerId(), parts.sequence());
    }

    private static DecodedUid decode(UidGenerator generator, long uid) {
        try {
            return generator.decode(uid);
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(e.getMessage(), e.getMessage(), e);
        }
    }
}
