package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.worker.DataCenterWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

class ShardedUidsTest {
    private static final UidLayout LAYOUT = UidLayout.parse("31/10+4/18 bits of PT1S from 2026-01-01T00:00:00Z");

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 77, 1023})
    void carriesTheShardThatTheCallerNames(long shard) {
        try (UidGenerator generator = generator(LAYOUT, 5)) {
            ShardedUids uids = new ShardedUids(generator);

            for (long uid : new long[] {
                uids.getUID(shard),
                uids.tryGetUID(shard, Duration.ofSeconds(9)).orElseThrow(),
                uids.claim(shard, 1).first()
            }) {
                assertThat(uids.shardOf(uid)).isEqualTo(shard);
                assertThat(generator.decode(uid).dataCenterId()).isEqualTo(shard);
                assertThat(generator.decode(uid).machineId()).isEqualTo(5);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = FieldOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "WORKER_TIME_SEQUENCE")
    void givesNoUidTwiceWhateverTheShardsOfThreadsAndProcesses(FieldOrder order) throws Exception {
        UidLayout layout = LAYOUT.toBuilder().fieldOrder(order).build();
        try (UidGenerator one = buffered(layout, 0);
                UidGenerator other = buffered(layout, 1)) {
            List<Callable<List<Long>>> threads = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                ShardedUids uids = new ShardedUids(thread % 2 == 0 ? one : other);
                threads.add(() -> LongStream.range(0, 50_000)
                        .mapToObj(i -> uids.getUID(i % 3))
                        .toList());
            }

            List<List<Long>> taken = Callers.concurrently(threads);

            Set<Long> all = new HashSet<>();
            taken.forEach(all::addAll);
            assertThat(all).hasSize(200_000);
        }
    }

    @ParameterizedTest
    @EnumSource(value = FieldOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "WORKER_TIME_SEQUENCE")
    void increasesWithinAShardAndWithTheWorkerLastAcrossShards(FieldOrder order) {
        UidLayout layout = LAYOUT.toBuilder().fieldOrder(order).build();
        try (UidGenerator generator = generator(layout, 3)) {
            ShardedUids uids = new ShardedUids(generator);
            long[] last = new long[4];
            long lastOfAll = -1;
            for (int i = 0; i < 10_000; i++) {
                int shard = 3 - i % 4;
                long uid = uids.getUID(shard);
                assertThat(uid).isGreaterThan(last[shard]);
                if (order == FieldOrder.TIME_SEQUENCE_WORKER) {
                    assertThat(uid).isGreaterThan(lastOfAll);
                }
                last[shard] = uid;
                lastOfAll = uid;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = FieldOrder.class, mode = EnumSource.Mode.EXCLUDE, names = "WORKER_TIME_SEQUENCE")
    void claimsUidsOfOneShard(FieldOrder order) {
        UidLayout layout = LAYOUT.toBuilder().fieldOrder(order).build();
        try (UidGenerator generator = generator(layout, 3)) {
            UidRange claimed = new ShardedUids(generator).claim(1023, 100);

            assertThat(claimed.size()).isPositive();
            assertThat(claimed.increment()).isEqualTo(layout.sequenceIncrement());
            assertThat(claimed.uids().mapToObj(layout::decode))
                    .allSatisfy(uid -> assertThat(uid.workerId()).isEqualTo(layout.workerId(1023, 3)));
        }
    }

    /** Instagram's layout: all bits between time and sequence are the shard's, and there is one process. */
    @Test
    void mayHaveAllBitsOfTheWorkerId() {
        UidLayout instagram =
                LayoutPreset.INSTAGRAM.layout().toBuilder().dataCenterBits(13).build();
        try (UidGenerator generator = generator(instagram, 0)) {
            ShardedUids uids = new ShardedUids(generator);

            assertThat(uids.shardOf(uids.getUID(1341))).isEqualTo(1341);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1024, Long.MIN_VALUE, Long.MAX_VALUE})
    void refusesAShardThatDoesNotFitBeforeItTakesAUid(long shard) {
        UidGenerator closed = generator(LAYOUT, 0);
        closed.close();
        ShardedUids uids = new ShardedUids(closed);
        String message = "shard must be in [0, 1023] (dataCenterBits=10): shard=" + shard;

        assertThatThrownBy(() -> uids.getUID(shard))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> uids.tryGetUID(shard, Duration.ZERO)).hasMessage(message);
        assertThatThrownBy(() -> uids.claim(shard, 1)).hasMessage(message);
    }

    @Test
    void refusesALayoutWithoutBitsForIt() {
        try (UidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                .layout(UidLayout.DEFAULT)
                .build()) {
            assertThatThrownBy(() -> new ShardedUids(generator))
                    .isExactlyInstanceOf(OptionException.class)
                    .hasMessage("layout must have dataCenterBits, because the shard takes their place:"
                            + " layout=31/14/18 bits of PT1S from 2026-01-01T00:00:00Z");
        }
    }

    @Test
    void refusesWorkerIdsInItsPlace() {
        long workerId = LAYOUT.workerId(2, 7);
        try (UidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(workerId))
                .layout(LAYOUT)
                .build()) {
            ShardedUids uids = new ShardedUids(generator);
            String message =
                    "worker ids must be of data centre 0, as of DataCenterWorkerIdAssigner(0, ...), because the shard"
                            + " takes its place: workerId=39, dataCenterId=2";

            assertThatThrownBy(() -> uids.getUID(2))
                    .isExactlyInstanceOf(UidGenerateException.class)
                    .hasMessage(message);
            assertThatThrownBy(() -> uids.tryGetUID(1, Duration.ofSeconds(9))).hasMessage(message);
            assertThatThrownBy(() -> uids.claim(0, 1)).hasMessage(message);
        }
    }

    @Test
    void knowsTheShardOfUidsOnly() {
        try (UidGenerator generator = generator(LAYOUT, 0)) {
            assertThatThrownBy(() -> new ShardedUids(generator).shardOf(-1))
                    .hasMessage("uid must not be negative: uid=-1");
        }
    }

    private static UidGenerator generator(UidLayout layout, long machineId) {
        return DefaultUidGenerator.builder(machine(machineId)).layout(layout).build();
    }

    private static UidGenerator buffered(UidLayout layout, long machineId) {
        return CachedUidGenerator.builder(machine(machineId)).layout(layout).build();
    }

    private static WorkerIdAssigner machine(long machineId) {
        return new DataCenterWorkerIdAssigner(0, within -> WorkerLease.neverReused(machineId));
    }
}
