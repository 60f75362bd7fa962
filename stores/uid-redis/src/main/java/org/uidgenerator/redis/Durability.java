package org.uidgenerator.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.UidGenerateException;

/**
 * The conditions under which a write counts as done: enough replicas have it, and it is on disk if the server
 * acknowledges earlier.
 */
final class Durability {
    /** The name for messages of what is written. */
    enum Kept {
        LEASES("leases", "write of a lease"),
        COUNTERS("counters", "range of a counter");

        private final String shown;
        private final String write;

        Kept(String shown, String write) {
            this.shown = shown;
            this.write = write;
        }
    }

    /** Redis syncs every second, and waits for up to one more second if the previous sync takes long. */
    static final Duration GRACE = Duration.ofSeconds(2);

    private final Kept kept;
    private final int replicas;
    private final Duration replicaTimeout;
    private final boolean lossAccepted;
    private final Rest rest;
    private final AtomicReference<@Nullable Answer> answer = new AtomicReference<>();

    /** The settings of the server at the other end of a link. */
    private record Answer(Link link, Persistence persistence) {}

    /** Lets time pass. */
    interface Rest {
        Rest SLEEP = time -> TimeUnit.NANOSECONDS.sleep(time.toNanos());

        void rest(Duration time) throws InterruptedException;

        default long nanoTime() {
            return System.nanoTime();
        }
    }

    Durability(Kept kept, int replicas, Duration replicaTimeout, boolean lossAccepted, Rest rest) {
        this.kept = kept;
        this.replicas = replicas;
        this.replicaTimeout = replicaTimeout;
        this.lossAccepted = lossAccepted;
        this.rest = rest;
    }

    /**
     * Asks the server of a link once what it may lose, and logs what that means. After a failover it is another server,
     * with settings of its own.
     *
     * @throws UidGenerateException if it may lose what is kept and that is not accepted
     */
    void require(Link link) {
        Answer known = answer.get();
        if (known != null && known.link == link) {
            return;
        }
        Persistence found = Persistence.of(link);
        if (found.loss() == Persistence.Loss.ANYTHING && !lossAccepted) {
            throw new UidGenerateException(OptionText.of(
                    "Redis may lose %s, and UIDs would be issued twice: %s; set appendonly=yes, appendfsync=always or everysec, maxmemory-policy=noeviction on the server, or accept it with {acceptDataLoss}=true",
                    kept.shown, found.settings()));
        }
        Answer before = answer.getAndSet(new Answer(link, found));
        if (before == null || !before.persistence.equals(found)) {
            found.loss().log(kept.shown, kept.write, GRACE, found.settings());
        }
    }

    /**
     * Waits until enough replicas have what the calling thread has written on a link, and returns what is left to do
     * until nothing loses it.
     *
     * @param written what was written
     * @param key where it was written
     * @param isStillThere returns whether the server still has it
     * @param ifNot what has happened if it has not
     * @throws StoreException if there are fewer replicas
     */
    <T> PendingWrite<T> written(Link link, T written, String key, Predicate<Link> isStillThere, String ifNot) {
        awaitReplicas(link);
        if (!mayLoseASecond(link)) {
            return PendingWrite.confirmed(written);
        }
        /*
         * A crash may lose it within the next two seconds. It counts if the socket on which it was sent is still open then, and
         * the server still has it: the socket ends with the process of the server, so that has not crashed, and its disk has had
         * the time. Any number of writes rest at the same time, and occupy no thread.
         */
        long start = rest.nanoTime();
        Supplier<Duration> left = () -> GRACE.minusNanos(rest.nanoTime() - start);
        return PendingWrite.of(left, () -> {
            rest(left.get());
            if (!link.call(isStillThere::test)) {
                throw new StoreException(key + " no longer has what was written " + GRACE + " ago: " + ifNot, null);
            }
            return written;
        });
    }

    private void rest(Duration time) {
        try {
            if (time.compareTo(Duration.ZERO) > 0) {
                rest.rest(time);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted before the write was on disk", e);
        }
    }

    /**
     * Waits until enough replicas have what the calling thread has written on a link.
     *
     * @throws StoreException if there are fewer
     */
    void awaitReplicas(Link link) {
        if (replicas == 0) {
            return;
        }
        long acknowledged = link.awaitReplicas(replicas, replicaTimeout);
        if (acknowledged < replicas) {
            throw new StoreException(
                    OptionText.of(
                            "too few replicas have the write after %s, so a failover may lose it: {replicas}=%d, acknowledged=%d; connect more replicas or lower {replicas}",
                            replicaTimeout, replicas, acknowledged),
                    null);
        }
    }

    /** Returns whether a write on a link may still be lost when it has been acknowledged. */
    boolean mayLoseASecond(Link link) {
        Answer known = answer.get();
        return known == null || known.link != link || known.persistence.mayLoseASecond();
    }
}
