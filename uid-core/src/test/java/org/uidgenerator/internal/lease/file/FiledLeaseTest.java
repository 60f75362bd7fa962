package org.uidgenerator.internal.lease.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.internal.file.LockedFileException;
import org.uidgenerator.internal.lease.Reservation;
import org.uidgenerator.worker.lease.store.LeaseRow;

/** What a lease file says, and that nothing else is taken for it. */
class FiledLeaseTest {
    private static final FiledLease.Origin ORIGIN = new FiledLease.Origin(
            "MEMORY", "default", "31/14/18 bits", "orders-7", "/var/lib/orders/uid.lease", "(dev=801,ino=4711)");
    private static final FiledLease LEASE = new FiledLease(
            ORIGIN,
            StoreIdentity.parse("default/482903117264"),
            new LeaseRow(7, 123_456, 31_536_599, 600, ORIGIN.layout(), "it", true),
            new Reservation(31_536_900, 600),
            42);
    private static final String DAMAGED = "it is damaged, or was written by another version";

    private static void assertRefused(String text, String why) {
        assertThatThrownBy(() -> FiledLease.parse(text, "it"))
                .isInstanceOf(LockedFileException.class)
                .hasMessage(why);
    }

    @Test
    void isReadAsItWasWritten() {
        FiledLease settled = LEASE.reserving(new Reservation(31_536_900, 600), null);

        assertThat(FiledLease.parse(LEASE.text(), "it")).isEqualTo(LEASE);
        assertThat(FiledLease.parse(settled.text(), "it")).isEqualTo(settled);

        FiledLease nowhere = new FiledLease(ORIGIN, null, new Reservation(1, 1).in(LEASE.row()), null, 0);
        assertThat(FiledLease.parse(nowhere.text(), "it")).isEqualTo(nowhere);
    }

    @Test
    void isTextThatPeopleCanRead() {
        assertThat(LEASE.text())
                .startsWith("UID Generator lease file, version 2\nstore=MEMORY\nnamespace=default\n")
                .contains(
                        "\nhost=orders-7\n",
                        "\nidentity=default/482903117264\n",
                        "\nworkerId=7\nterm=123456\n",
                        "\nusedThrough=42\n",
                        "\nchecksum=")
                .endsWith("\n");
    }

    @Test
    void isAsLongWhateverItsNumbersAre() {
        FiledLease settled = LEASE.reserving(new Reservation(1, 1), null).usedThrough(Long.MAX_VALUE);

        assertThat(LEASE.text()).hasSize(1024);
        assertThat(settled.text()).hasSize(1024);
    }

    @Test
    void holdsNoLeaseWhenItIsEmpty() {
        assertRefused("", "it holds no lease: none was written yet, or the last one was given back");
    }

    @Test
    void isRefusedThoughItsChecksumIsRightIfItsLinesAreOthers() {
        FiledLease odd = new FiledLease(
                new FiledLease.Origin("MEMORY", "default\nlayout=31", "x", "h", "p", "f"), null, LEASE.row(), null, 0);
        assertRefused(odd.text(), DAMAGED);
    }

    @Test
    void isOfTheSameOriginOnlyIfAllOfItIs() {
        ORIGIN.requireSame(ORIGIN);
        assertOtherOrigin(
                "it is of another lease, written for store=A, here is MEMORY", "A", null, null, null, null, null);
        assertOtherOrigin(
                "it is of another lease, written for namespace=A, here is default", null, "A", null, null, null, null);
        assertOtherOrigin(
                "it is of another lease, written for layout=A, here is 31/14/18 bits",
                null,
                null,
                "A",
                null,
                null,
                null);
        assertOtherOrigin("it is a copy, written for host=A, here is orders-7", null, null, null, "A", null, null);
        assertOtherOrigin(
                "it is a copy, written for path=A, here is /var/lib/orders/uid.lease",
                null,
                null,
                null,
                null,
                "A",
                null);
        assertOtherOrigin(
                "it is a copy, written for file=A, here is (dev=801,ino=4711)", null, null, null, null, null, "A");
    }

    private static void assertOtherOrigin(
            String why, String store, String namespace, String layout, String host, String path, String file) {
        FiledLease.Origin other = new FiledLease.Origin(
                store == null ? ORIGIN.store() : store,
                namespace == null ? ORIGIN.namespace() : namespace,
                layout == null ? ORIGIN.layout() : layout,
                host == null ? ORIGIN.host() : host,
                path == null ? ORIGIN.path() : path,
                file == null ? ORIGIN.file() : file);
        assertThatThrownBy(() -> ORIGIN.requireSame(other))
                .isInstanceOf(LockedFileException.class)
                .hasMessage(why);
    }
}
