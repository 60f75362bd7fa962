package org.uidgenerator.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.IdGenerator;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.test.TestUidGenerator;
import org.uidgenerator.test.UidExtension;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.worker.WorkerLease;

@ExtendWith(UidExtension.class)
class UidTraceIdsTest {
    private final TestUidGenerator uids;
    private final UidTraceIds ids;

    UidTraceIdsTest(TestUidGenerator uids) {
        this.uids = uids;
        ids = new UidTraceIds(uids);
    }

    @Test
    void carriesAUidInTheUpperHalfAndRandomBitsInTheLower() {
        String first = ids.generateTraceId();
        String second = ids.generateTraceId();

        assertThat(first).startsWith("0000000000000001").matches("[0-9a-f]{32}");
        assertThat(second).startsWith("0000000000000002");
        assertThat(first.substring(16)).isNotEqualTo(second.substring(16));
        assertThat(UidTraceIds.uidOf(first)).hasValue(1);
        assertThat(UidTraceIds.uidOf(second)).hasValue(2);
        assertThat(ids).hasToString("UidTraceIds (" + uids + ")");
    }

    @Test
    void setsEachBitOfTheLowerHalfNowAndThen() {
        long ever = 0;
        long always = -1;
        for (int i = 0; i < 200; i++) {
            long lower = Long.parseUnsignedLong(ids.generateTraceId(), 16, 32, 16);
            ever |= lower;
            always &= lower;
        }
        assertThat(ever).isEqualTo(-1);
        assertThat(always).isZero();
    }

    @Test
    void isWhatTheSdkPutsIntoSpans() {
        try (CachedUidGenerator generator = CachedUidGenerator.builder(layout -> WorkerLease.neverReused(7))
                        .build();
                SdkTracerProvider provider = SdkTracerProvider.builder()
                        .setIdGenerator(new UidTraceIds(generator))
                        .build()) {
            Tracer tracer = provider.get("test");
            SpanContext root = tracer.spanBuilder("root").startSpan().getSpanContext();
            SpanContext child = tracer.spanBuilder("child")
                    .setParent(Context.root().with(Span.wrap(root)))
                    .startSpan()
                    .getSpanContext();
            SpanContext next = tracer.spanBuilder("next").startSpan().getSpanContext();

            assertThat(root.isValid()).isTrue();
            assertThat(generator
                            .decode(UidTraceIds.uidOf(root.getTraceId()).orElseThrow())
                            .workerId())
                    .isEqualTo(7);
            assertThat(child.getTraceId()).isEqualTo(root.getTraceId());
            assertThat(child.getSpanId()).isNotEqualTo(root.getSpanId());
            assertThat(next.getTraceId()).isGreaterThan(root.getTraceId());
            assertThat(root.getTraceFlags().asHex()).isEqualTo(asksWhetherTraceIdsAreRandom() ? "03" : "01");
        }
    }

    private static boolean asksWhetherTraceIdsAreRandom() {
        return Arrays.stream(IdGenerator.class.getMethods())
                .anyMatch(method -> method.getName().equals("generatesRandomTraceIds"));
    }

    @Test
    void letsSamplersDecideByTheRandomHalf() {
        try (SdkTracerProvider provider = SdkTracerProvider.builder()
                .setIdGenerator(ids)
                .setSampler(Sampler.traceIdRatioBased(0.5))
                .build()) {
            Tracer tracer = provider.get("test");

            long sampled = Stream.generate(() -> tracer.spanBuilder("root").startSpan())
                    .limit(2_000)
                    .filter(span -> span.getSpanContext().isSampled())
                    .count();

            assertThat(sampled).isBetween(800L, 1_200L);
        }
    }

    @Test
    void makesRandomTraceIdsWithoutAUidWhileThereIsNone() {
        try (LogRecorder log = new LogRecorder()) {
            uids.runDry();
            Set<String> made = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                String traceId = ids.generateTraceId();
                assertThat(TraceId.isValid(traceId)).isTrue();
                assertThat(UidTraceIds.uidOf(traceId)).isEmpty();
                made.add(traceId);
            }
            assertThat(made).hasSize(100);
            uids.recover();
            assertThat(UidTraceIds.uidOf(ids.generateTraceId())).hasValue(1);
            assertThat(UidTraceIds.uidOf(ids.generateTraceId())).hasValue(2);

            assertThat(log.lines())
                    .containsExactly(
                            "WARNING trace ids are random until there are UIDs again",
                            "INFO trace ids carry UIDs again");
            assertThat(log.causes()).isEmpty();
        }
    }

    @Test
    void doesNotFailWhenTheGeneratorIsClosed() {
        try (LogRecorder log = new LogRecorder()) {
            uids.close();

            assertThat(UidTraceIds.uidOf(ids.generateTraceId())).isEmpty();

            assertThat(log.lines()).containsExactly("WARNING trace ids are random until there are UIDs again");
            assertThat(log.causes())
                    .singleElement()
                    .hasToString("org.uidgenerator.UidGenerateException: TestUidGenerator is closed");
        }
    }

    @Test
    void makesValidIdsOfTheUidZero() {
        UidTraceIds fromZero = new UidTraceIds(TestUidGenerator.numberedFrom(0));

        String traceId = fromZero.generateTraceId();

        assertThat(TraceId.isValid(traceId)).isTrue();
        assertThat(UidTraceIds.uidOf(traceId)).hasValue(0);
        assertThat(SpanId.isValid(fromZero.generateSpanId())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "00000000000000000000000000000000",
                "0018B2A6C4014D039F1C07D2AE55B810",
                "0018b2a6c4014d039f1c07d2ae55b81g"
            })
    void refusesWhatIsNoTraceId(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UidTraceIds.uidOf(text))
                .withMessage("traceId must have 32 lower-case hexadecimal digits, not all zero: traceId=" + text);
    }

    @Test
    void wantsAGenerator() {
        assertThatNullPointerException().isThrownBy(() -> new UidTraceIds(null)).withMessage("uids");
        assertThat(UidTraceIds.uidOf("7fffffffffffffff0000000000000001"))
                .hasValue(UidLayout.DEFAULT.encode(
                        UidLayout.DEFAULT.maxTick(), UidLayout.DEFAULT.maxWorkerId(), UidLayout.DEFAULT.maxSequence()));
    }
}
