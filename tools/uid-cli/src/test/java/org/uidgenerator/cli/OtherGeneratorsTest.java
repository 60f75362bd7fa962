package org.uidgenerator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;
import io.hypersistence.tsid.TSID;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeIdStateParser;
import me.ahoo.cosid.snowflake.SnowflakeIdState;
import org.apache.seata.common.util.IdWorker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.WorkerLease;

/** What the generators of other systems make, read with the presets named after them, and continued. */
class OtherGeneratorsTest {
    /**
     * How exactly the time in an id is that of its making: some start ahead or keep counting while the clock stands.
     */
    private static final Duration CLOSE = Duration.ofSeconds(10);

    /** A generator of another system. */
    private record Other(LayoutPreset preset, String library, long workerId, LongSupplier ids) {
        @Override
        public String toString() {
            return library;
        }
    }

    static Stream<Other> others() {
        return Stream.of(
                new Other(LayoutPreset.COSID, "CosId", 677, new MillisecondSnowflakeId(677)::generate),
                new Other(LayoutPreset.HUTOOL, "Hutool", 21 << 5 | 5, new Snowflake(5, 21)::nextId),
                new Other(LayoutPreset.HUTOOL, "MyBatis-Plus", 21 << 5 | 5, new Sequence(5, 21)::nextId),
                new Other(LayoutPreset.SEATA, "Seata", 677, new IdWorker(677L)::nextId),
                new Other(
                        LayoutPreset.TSID,
                        "tsid-creator",
                        677,
                        () -> TsidFactory.newInstance1024(677).create().toLong()),
                new Other(
                        LayoutPreset.TSID,
                        "Hypersistence",
                        677,
                        () -> TSID.Factory.newInstance1024(677).generate().toLong()),
                new Other(
                        LayoutPreset.YITTER,
                        "Yitter",
                        37,
                        new DefaultIdGenerator(new IdGeneratorOptions((short) 37))::newLong));
    }

    @ParameterizedTest
    @MethodSource("others")
    void readsTheirTimeAndWorkerAndPutsThemTogetherAgain(Other other) {
        UidLayout layout = other.preset.layout();
        for (int i = 0; i < 20; i++) {
            long id = other.ids.getAsLong();

            DecodedUid read = layout.decode(id);

            assertThat(read.time())
                    .isBetween(Instant.now().minus(CLOSE), Instant.now().plus(CLOSE));
            assertThat(read.workerId()).isEqualTo(other.workerId);
            assertThat(layout.encode(read.time(), other.workerId, read.sequence()))
                    .isEqualTo(id);
        }
    }

    @ParameterizedTest
    @MethodSource("others")
    void isAmongTheGuesses(Other other) {
        assertThat(LayoutPreset.fitting(other.ids.getAsLong(), Instant.now()))
                .extracting(LayoutPreset.Reading::preset)
                .contains(other.preset);
    }

    static Stream<Other> othersWithTheTimeFirst() {
        return others().filter(other -> other.preset != LayoutPreset.SEATA);
    }

    /** Above what they have made, once the clock has passed it. */
    @ParameterizedTest
    @MethodSource("othersWithTheTimeFirst")
    void isContinuedByAGeneratorOfTheSameLayout(Other other) {
        long theirs = other.ids.getAsLong();
        UidLayout layout = other.preset.layout();
        Instant later = layout.decode(theirs).time().plusSeconds(1);
        try (UidGenerator generator = DefaultUidGenerator.builder(
                        assigned -> WorkerLease.neverReused(other.workerId - 1))
                .layout(layout)
                .clock(() -> later)
                .build()) {
            assertThat(generator.getUID()).isGreaterThan(theirs);
        }
    }

    /** What we make is read by those of them that read. */
    @Test
    void makesIdsThatTheyRead() {
        Instant time = Instant.parse("2026-11-21T12:00:00.123Z");
        UidLayout cosid = LayoutPreset.COSID.layout();
        SnowflakeIdState state = MillisecondSnowflakeIdStateParser.of(new MillisecondSnowflakeId(0))
                .parse(cosid.encode(time, 677, 99));
        Snowflake hutool = new Snowflake();
        UidLayout twitters = LayoutPreset.HUTOOL.layout();
        long ofHutool = twitters.encode(time, twitters.workerId(21, 5), 99);
        long tsid = LayoutPreset.TSID.layout().encode(time, 677, 99);

        assertThat(List.of(state.getMachineId(), (int) state.getSequence())).containsExactly(677, 99);
        assertThat(List.of(hutool.getDataCenterId(ofHutool), hutool.getWorkerId(ofHutool)))
                .containsExactly(21L, 5L);
        assertThat(hutool.getGenerateDateTime(ofHutool)).isEqualTo(time.toEpochMilli());
        assertThat(TSID.from(tsid).getInstant()).isEqualTo(time);
        assertThat(com.github.f4b6a3.tsid.Tsid.from(tsid).getInstant()).isEqualTo(time);
    }
}
