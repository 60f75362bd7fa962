package org.uidgenerator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.badserver.BadServer;
import org.uidgenerator.badserver.Fault;
import org.uidgenerator.test.internal.Patience;

/** The rules of service/clients/RULES.md, against a server that breaks each of them. */
class BadServerTest {
    private static final BadServer SERVER = BadServer.start();
    private static final int LONGEST_MESSAGE = 1_000;

    private final String me = "java-" + UUID.randomUUID();

    @AfterAll
    static void closeServer() {
        SERVER.close();
    }

    private static RemoteUidGenerator.Builder builder(Fault fault, URI... servers) {
        return RemoteUidGenerator.builder(List.of(servers)).timeout(Duration.ofMillis(fault.timeoutMillis()));
    }

    @ParameterizedTest
    @EnumSource
    void handsOutNothingOfABadServer(Fault fault) {
        RemoteUidGenerator.Builder builder =
                builder(fault, SERVER.uri(fault, me)).maxWait(Duration.ZERO);
        List<Long> uids = new ArrayList<>();

        Throwable failure = failureOf(builder, uids);

        assertThat(failure)
                .isInstanceOf(UidGenerateException.class)
                .message()
                .containsPattern(fault.says())
                .hasSizeLessThan(LONGEST_MESSAGE);
        assertThat(uids).isSorted().doesNotHaveDuplicates().hasSizeLessThanOrEqualTo((int) RangeFetch.SHORTEST);
    }

    /** Takes UIDs until there are none, and returns why there are none. */
    private static Throwable failureOf(RemoteUidGenerator.Builder builder, List<Long> uids) {
        try (RemoteUidGenerator generator = builder.build()) {
            while (uids.size() <= RangeFetch.SHORTEST // it has UIDs of a bad answer otherwise
                    && (generator.status().failure() == null
                            || generator.status().available() > 0)) {
                generator.tryGetUID(Duration.ZERO).ifPresent(uids::add);
            }
            return generator.status().failure();
        } catch (UidGenerateException e) {
            return e;
        }
    }

    @Tag("proof")
    @ParameterizedTest
    @EnumSource
    void doesNotMissABadServerWhereAnotherOneIsWell(Fault fault) {
        try (RemoteUidGenerator generator = builder(fault, SERVER.uri(fault, me), SERVER.well(me))
                .maxWait(Patience.LONGEST)
                .build()) {
            long[] uids = LongStream.generate(generator::getUID).limit(10_000).toArray();

            assertThat(uids).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void followsNoRedirect() {
        assertThatThrownBy(() -> builder(Fault.REDIRECT, SERVER.uri(Fault.REDIRECT, me))
                        .token(() -> "secret")
                        .build())
                .isInstanceOf(UidGenerateException.class);

        assertThat(SERVER.requests(SERVER.uri(Fault.REDIRECT, me))).hasSize(1);
        assertThat(SERVER.requests(SERVER.well("redirected/" + me))).isEmpty();
    }
}
