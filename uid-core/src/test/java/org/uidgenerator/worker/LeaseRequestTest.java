package org.uidgenerator.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.RecordingLease;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.ClockPolicy;
import org.uidgenerator.generator.DefaultUidGenerator;

/** What generators ask assigners for. */
class LeaseRequestTest {
    private static final UidLayout LAYOUT = UidLayout.of(30, 20, 13);

    private final List<LeaseRequest> requests = new ArrayList<>();
    private final InstantSource clock = () -> InstantSource.system().instant();

    private WorkerLease assign(LeaseRequest request) {
        requests.add(request);
        return new RecordingLease(7, 0);
    }

    @Test
    void saysWhatTheOptionsOfTheGeneratorSay() {
        CachedUidGenerator.builder(this::assign)
                .layout(LAYOUT)
                .name("orders")
                .maxBorrow(Duration.ofDays(3))
                .clock(clock)
                .build()
                .close();

        assertThat(requests).singleElement().satisfies(request -> {
            assertThat(request.layout()).isEqualTo(LAYOUT);
            assertThat(request.name()).isEqualTo("orders");
            assertThat(request.maxBorrow()).isEqualTo(Duration.ofDays(3));
            assertThat(request.clock()).containsSame(clock);
            assertThat(request).hasToString("orders (30/20/13 bits of PT1S from 2026-01-01T00:00:00Z)");
        });
    }

    @Test
    void saysThatAGeneratorCountsWithoutAClock() {
        assertThatThrownBy(() -> DefaultUidGenerator.builder(request -> {
                            requests.add(request);
                            return WorkerLease.neverReused(7);
                        })
                        .clockPolicy(ClockPolicy.withoutClock())
                        .build())
                .hasMessageContaining("needs a worker id lease whose ticks are stored");

        assertThat(requests)
                .singleElement()
                .satisfies(request -> assertThat(request.clock()).isEmpty());
    }

    @Test
    void isThatOfADefaultGeneratorUnlessChanged() {
        CachedUidGenerator.builder(this::assign).build().close();

        LeaseRequest byDefault = LeaseRequest.of(UidLayout.DEFAULT);
        assertThat(requests)
                .singleElement()
                .usingRecursiveComparison()
                .ignoringFields("clock")
                .isEqualTo(byDefault);
        assertThat(requests.get(0).clock()).isEqualTo(byDefault.clock());
    }

    @Test
    void refusesWhatIsMissingOrNegative() {
        LeaseRequest request = LeaseRequest.of(LAYOUT);
        assertThatThrownBy(() -> LeaseRequest.of(null)).hasMessage("layout");
        assertThatThrownBy(() -> request.withLayout(null)).hasMessage("layout");
        assertThatThrownBy(() -> request.withName(null)).hasMessage("name");
        assertThatThrownBy(() -> request.withClock(null)).hasMessage("clock");
        assertThatThrownBy(() -> request.withMaxBorrow(null)).hasMessage("maxBorrow");
        assertThatThrownBy(() -> request.withMaxBorrow(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxBorrow must not be negative: maxBorrow=PT-0.000000001S");
    }

    /** A worker id alone is no lease: {@code () -> 7} forgets which ticks were used before. */
    @Test
    void isNotAnsweredByALambda() {
        assertThat(Arrays.stream(WorkerLease.class.getMethods())
                        .filter(method -> Modifier.isAbstract(method.getModifiers())))
                .hasSizeGreaterThan(1);
    }
}
