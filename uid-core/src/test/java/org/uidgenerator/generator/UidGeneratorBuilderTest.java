package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.OptionException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.worker.WorkerLease;

/** What the builders of all generators have in common. */
class UidGeneratorBuilderTest {
    private static final UidLayout LAYOUT = UidLayout.of(31, 16, 16);

    static Stream<UidGeneratorBuilder<?>> builders() {
        return Stream.of(
                CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7)),
                DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(7)));
    }

    @ParameterizedTest
    @MethodSource("builders")
    void buildsWithTheOptionsOfAll(UidGeneratorBuilder<?> builder) {
        VirtualTime time = new VirtualTime();

        ManagedUidGenerator generator = builder.layout(LAYOUT)
                .maxBorrow(Duration.ZERO)
                .name("orders")
                .clock(time.clock)
                .nanoClock(time)
                .threadFactory(time)
                .build();

        assertThat(generator.toString()).startsWith("orders (31/16/16 bits of PT1S from 2026-01-01T00:00:00Z");
        assertThat(generator.decode(generator.getUID()).time())
                .isEqualTo(time.clock.instant().truncatedTo(ChronoUnit.SECONDS));
    }

    /** As containers and expression languages call it. */
    @ParameterizedTest
    @MethodSource("builders")
    void buildsWhatReflectionMayCall(UidGeneratorBuilder<?> builder) {
        try (ManagedUidGenerator generator = builder.build()) {
            assertThat(generator.getClass().getMethods())
                    .filteredOn(method -> method.getDeclaringClass() != Object.class)
                    .isNotEmpty()
                    .allSatisfy(method -> assertThat(
                                    Modifier.isPublic(method.getDeclaringClass().getModifiers()))
                            .as("%s", method)
                            .isTrue());
        }
    }

    @ParameterizedTest
    @MethodSource("builders")
    void refusesNullNamingTheOption(UidGeneratorBuilder<?> builder) {
        assertRefusesNull(() -> builder.layout(null), "layout");
        assertRefusesNull(() -> builder.maxBorrow(null), "maxBorrow");
        assertRefusesNull(() -> builder.name(null), "name");
        assertRefusesNull(() -> builder.clock(null), "clock");
        assertRefusesNull(() -> builder.threadFactory(null), "threadFactory");
    }

    @Test
    void refusesNullForAnAssigner() {
        assertRefusesNull(() -> CachedUidGenerator.builder(null), "workerIdAssigner");
        assertRefusesNull(() -> DefaultUidGenerator.builder(null), "workerIdAssigner");
    }

    private static void assertRefusesNull(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isExactlyInstanceOf(NullPointerException.class).hasMessage(message);
    }

    @ParameterizedTest
    @MethodSource("builders")
    void refusesABlankName(UidGeneratorBuilder<?> builder) {
        assertRefused(builder.name(""), "name must not be blank: name=\"\"");
        assertRefused(builder.name(" "), "name must not be blank: name=\" \"");
    }

    @ParameterizedTest
    @MethodSource("builders")
    void refusesLayoutsWithTheWorkerFirst(UidGeneratorBuilder<?> builder) {
        assertRefused(
                builder.layout(LayoutPreset.SEATA.layout()),
                "the time must be the first field for generators and ranges of time: layout=41/10/12, worker first, bits of"
                        + " PT0.001S from 2020-05-02T16:00:00Z");
    }

    @ParameterizedTest
    @MethodSource("builders")
    void refusesMaxBorrowOutOfRange(UidGeneratorBuilder<?> builder) {
        assertRefused(
                builder.maxBorrow(Duration.ofMillis(-1)),
                "maxBorrow must be in [PT0S, PT8760000H]: maxBorrow=PT-0.001S");
        assertRefused(
                builder.maxBorrow(Duration.ofDays(365_001)),
                "maxBorrow must be in [PT0S, PT8760000H]: maxBorrow=PT8760024H");
    }

    private static void assertRefused(UidGeneratorBuilder<?> builder, String message) {
        assertThatThrownBy(builder::build)
                .isExactlyInstanceOf(OptionException.class)
                .hasMessage(message);
    }
}
