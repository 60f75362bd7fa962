package org.uidgenerator.simulation;

import java.time.Duration;
import java.time.Instant;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RestingLeaseStore;

/**
 * The parameters of a simulation, which do not change during a run.
 *
 * @param durability what the store may lose
 * @param endsSoon whether the time bits may be used up before the end
 * @param workerIds how many there are
 * @param maxWorkerIds how many of them a generator that can may hold
 * @param faultsIn how rare faults are: one in this many calls to the store
 */
record Plan(
        Durability durability,
        UidLayout layout,
        boolean endsSoon,
        int hosts,
        int workerIds,
        int maxWorkerIds,
        Duration reservation,
        Duration storeTimeout,
        Duration maxBorrow,
        Duration maxStaleness,
        Duration maxWait,
        int boostPower,
        int steps,
        int faultsIn) {
    static final Instant START = Instant.parse("2026-11-21T10:30:15.400Z");

    private static final int NEVER = Integer.MAX_VALUE;
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    boolean hasFaults() {
        return faultsIn < NEVER;
    }

    static Plan drawnFrom(Chance chance, Durability durability) {
        Duration tick = Duration.ofMillis(chance.pick(10, 100, 1_000));
        boolean endsSoon = chance.oneIn(12);
        int timeBits = endsSoon ? 31 : 36;
        // Few stripes, or their number would depend on the machine; from 11 bits on a tick is more than one block.
        int seqBits = (int) chance.pick(1, 3, 3, 5, 5, 11);
        UidLayout layout = UidLayout.builder()
                .timeBits(timeBits)
                .workerBits(63 - timeBits - seqBits)
                .seqBits(seqBits)
                .tick(tick)
                .epoch(endsSoon ? endingAfter(tick.multipliedBy(chance.between(1, 400)), tick, timeBits) : EPOCH)
                .build();
        int hosts = (int) chance.between(2, 4);
        int maxWorkerIds = (int) chance.pick(1, 2, 4);
        Duration leastStaleness = longer(Duration.ofMillis(100), tick.multipliedBy(2));
        // If each reservation rests, others have their turn, which takes time, too: it has to reach far beyond that.
        Duration shortest = durability == Durability.LAST_SECONDS
                ? RestingLeaseStore.GRACE.multipliedBy(30)
                : Duration.ofSeconds(1);
        Duration leastReservation = longer(shortest, tick.multipliedBy(2));
        return new Plan(
                durability,
                layout,
                endsSoon,
                hosts,
                hosts * (int) chance.pick(1, maxWorkerIds, 2L * maxWorkerIds) + (int) chance.between(0, 1),
                maxWorkerIds,
                leastReservation.multipliedBy(chance.pick(1, 2, 10)),
                Duration.ofMillis(chance.pick(20, 200, 2_000)),
                Duration.ofSeconds(chance.pick(0, 1, 10, 60, 86_400)),
                leastStaleness.multipliedBy(chance.pick(1, 2, 5)),
                Duration.ofMillis(chance.pick(0, 100, 2_000)),
                (int) chance.between(0, seqBits == 11 ? 1 : 2),
                400,
                (int) chance.pick(4, 20, NEVER));
    }

    private static Instant endingAfter(Duration time, Duration tick, int timeBits) {
        return START.plus(time).minus(tick.multipliedBy(1L << timeBits));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
