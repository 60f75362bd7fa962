package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.InMemoryLeaseStore;
import org.uidgenerator.internal.lease.LeaseOptions;
import org.uidgenerator.worker.LeaseRequest;

class LeasedWorkerIdsBuilderTest {
    private static LeasedWorkerIdsBuilder builder(String namespace) {
        return LeasedWorkerIds.builder(new InMemoryLeaseStore(namespace, InstantSource.system()));
    }

    private static void assertRefused(UnaryOperator<LeasedWorkerIdsBuilder> option, String message) {
        LeasedWorkerIdsBuilder builder = option.apply(builder("default"));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "A B", "A/B", "Ä", "A\n"})
    void refusesNamespacesThatAreNotPlainText(String namespace) {
        assertThatThrownBy(builder(namespace)::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=" + namespace);
    }

    @Test
    void refusesANamespaceOfMoreThan64Characters() {
        builder("n".repeat(64)).build().close();
        String namespace = "n".repeat(65);

        assertThatThrownBy(builder(namespace)::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("namespace must be plain text [A-Za-z0-9._-]{1,64}: namespace=" + namespace);
    }

    @Test
    void refusesWhatIsNoRangeOfWorkerIds() {
        assertRefused(builder -> builder.workerIds(-1, 5), "workerIds must not be negative: first=-1, last=5");
        assertRefused(builder -> builder.workerIds(6, 5), "workerIds must be a range, first <= last: first=6, last=5");
    }

    @Test
    void refusesDurationsThatAreOutOfRange() {
        assertRefused(
                builder -> builder.reservation(Duration.ofMillis(999)),
                "reservation must be in [PT1S, PT8760H]: reservation=PT0.999S");
        assertRefused(
                builder -> builder.reservation(Duration.ofDays(365).plusNanos(1)),
                "reservation must be in [PT1S, PT8760H]: reservation=PT8760H0.000000001S");
        assertRefused(
                builder -> builder.closeTimeout(Duration.ofMillis(-1)),
                "closeTimeout must be in [PT0S, PT24H]: closeTimeout=PT-0.001S");
        assertRefused(
                builder -> builder.closeTimeout(Duration.ofHours(25)),
                "closeTimeout must be in [PT0S, PT24H]: closeTimeout=PT25H");
        assertRefused(
                builder -> builder.maxClockSkew(Duration.ofMillis(999)),
                "maxClockSkew must be in [PT1S, PT8760000H]: maxClockSkew=PT0.999S");
        assertRefused(
                builder -> builder.maxClockSkew(Duration.ofDays(365_001)),
                "maxClockSkew must be in [PT1S, PT8760000H]: maxClockSkew=PT8760024H");
    }

    @Test
    void acceptsTheLeastAndTheGreatestValues() {
        builder("default")
                .workerIds(0, 0)
                .reservation(Duration.ofSeconds(1))
                .maxClockSkew(Duration.ofSeconds(1))
                .closeTimeout(Duration.ZERO)
                .holder("h")
                .build()
                .close();
        builder("default")
                .reservation(Duration.ofDays(365))
                .maxClockSkew(Duration.ofDays(365_000))
                .closeTimeout(Duration.ofHours(24))
                .holder("h".repeat(128))
                .build()
                .close();
    }

    @Test
    void refusesAHolderThatDoesNotFitItsColumn() {
        assertRefused(builder -> builder.holder(" "), "holder must have 1 to 128 characters: holder=\" \"");
        String holder = "h".repeat(129);
        assertRefused(
                builder -> builder.holder(holder), "holder must have 1 to 128 characters: holder=\"" + holder + "\"");
    }

    @Test
    void refusesALeaseFileThatCannotBe(@TempDir Path folder) {
        Path missing = folder.resolve("missing/uid.lease");

        assertRefused(
                builder -> builder.leaseFile(missing),
                "leaseFile must be a file in a folder that exists: leaseFile=" + missing);
        assertRefused(
                builder -> builder.leaseFile(folder),
                "leaseFile must be a file in a folder that exists: leaseFile=" + folder);
        builder("default").leaseFile(folder.resolve("uid.lease")).build().close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> LeasedWorkerIds.builder(null)).hasMessage("store");
        LeasedWorkerIdsBuilder builder = builder("default");
        assertThatThrownBy(() -> builder.reservation(null)).hasMessage("reservation");
        assertThatThrownBy(() -> builder.maxClockSkew(null)).hasMessage("maxClockSkew");
        assertThatThrownBy(() -> builder.closeTimeout(null)).hasMessage("closeTimeout");
        assertThatThrownBy(() -> builder.holder(null)).hasMessage("holder");
        assertThatThrownBy(() -> builder.leaseFile(null)).hasMessage("leaseFile");
    }

    @Test
    void isNotNeededForTheDefaults() {
        LeasedWorkerIds assigner = LeasedWorkerIds.on(new InMemoryLeaseStore("default", InstantSource.system()));

        assertThat(assigner).hasToString("leased worker ids of MEMORY (namespace default)");
        assigner.close();
    }

    @Test
    void namesTheHolderAfterHostAndProcess() {
        LeasedWorkerIds assigner = builder("default").build();
        assigner.assignWorkerId(LeaseRequest.of(UidLayout.DEFAULT));

        assertThat(assigner.workers().get(0).holder())
                .endsWith(":" + ProcessHandle.current().pid());
        assigner.close();
    }

    @Test
    void logsUnderTheNameOfTheClassThatUsersKnow() {
        assertThat(LeaseOptions.LOGGER).isEqualTo(LeasedWorkerIds.class.getName());
    }

    @Test
    void isStickyOnlyUnderANameThatWasGiven() {
        assertThat(builder("default").options().isSticky()).isFalse();
        assertThat(builder("default").holder("orders-7").options().isSticky()).isTrue();
    }

    @Test
    void hasAsManyWorkerIdsAsTheRange() {
        assertThat(builder("default").build().mostWorkerIds()).isEqualTo(Integer.MAX_VALUE);
        assertThat(builder("default").workerIds(3, 5).build().mostWorkerIds()).isEqualTo(3);
        assertThat(builder("default").workerIds(0, Long.MAX_VALUE).build().mostWorkerIds())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void refusesALayoutThatDoesNotHoldTheRange() {
        LeasedWorkerIds assigner = builder("default").workerIds(0, 2).build();

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(UidLayout.of(31, 1, 31))))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("workerIds must be in [0, 1] (workerBits=1): workerIds=0..2");
    }

    @Test
    void refusesALayoutOfWhichTheReservationHoldsOneTick() {
        LeasedWorkerIds assigner =
                builder("default").reservation(Duration.ofSeconds(119)).build();

        assertThatThrownBy(() -> assigner.assignWorkerId(LeaseRequest.of(
                        UidLayout.builder().tick(Duration.ofMinutes(1)).build())))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("reservation must be at least two ticks: reservation=PT1M59S, tick=PT1M");
    }
}
