package org.uidgenerator.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.test.internal.Callers;
import org.uidgenerator.test.internal.Patience;

/**
 * What everything promises that can be closed: that it ends, refuses calls from then on, and leaves nothing. A test
 * class implements this interface, or one of those within, for each class that can be closed.
 *
 * @param <T> what is closed
 */
public interface ClosingContract<T extends AutoCloseable> {
    /**
     * Whatever waits for a store or for a thread here does so for ten seconds at least. What waits for none is over.
     */
    Duration WITHOUT_WAITING = Duration.ofSeconds(9);

    /** Makes the surroundings of one test. */
    Scene<T> newScene() throws Exception;

    /**
     * What is closed, and what it may leave behind.
     *
     * @param <T> what is closed
     */
    interface Scene<T> extends AutoCloseable {

        /** Opens it. */
        T open() throws Exception;

        /** Does what is refused once it is closed, and needs whatever it has to give back then. */
        void call(T opened) throws Exception;

        /** Returns the message of calls that are refused because it is closed. */
        String refusal();

        /** Returns the type of the exception that has this message. */
        default Class<? extends Throwable> refusalType() {
            return UidGenerateException.class;
        }

        /** Returns which of its threads are alive: none, as soon as a close lets them end. */
        default List<String> threads() {
            return List.of();
        }

        /** Describes what else is there that it has to give back: descriptors, connections, rows. */
        default List<String> held() {
            return List.of();
        }

        @Override
        default void close() {}
    }

    @Test
    default void leavesNothingIfItWasNeverUsed() throws Exception {
        try (Scene<T> scene = newScene()) {
            scene.open().close();

            assertNothingLeft(scene);
        }
    }

    @Test
    default void leavesNothingWhenItIsClosedTwice() throws Exception {
        try (Scene<T> scene = newScene()) {
            T opened = scene.open();
            scene.call(opened);
            assertThat(left(scene)).as("this test sees what is left").isNotEmpty();

            opened.close();
            assertNothingLeft(scene);
            opened.close();

            assertNothingLeft(scene);
        }
    }

    @Test
    default void leavesNothingWhenTwoThreadsCloseItAtOnce() throws Exception {
        try (Scene<T> scene = newScene()) {
            T opened = scene.open();
            scene.call(opened);
            CountDownLatch start = new CountDownLatch(1);
            Callers closing = Callers.start(2, () -> {
                Patience.awaitTest(start);
                close(opened);
            });

            start.countDown();

            assertThat(closing.failures()).isEmpty();
            assertNothingLeft(scene);
        }
    }

    @Test
    default void refusesCallsOnceItIsClosed() throws Exception {
        try (Scene<T> scene = newScene()) {
            T opened = scene.open();
            scene.call(opened);

            opened.close();

            for (int i = 0; i < 2; i++) {
                assertThat(catchThrowable(() -> scene.call(opened)))
                        .isInstanceOf(scene.refusalType())
                        .hasMessage(scene.refusal());
            }
            assertNothingLeft(scene);
        }
    }

    private static <T extends AutoCloseable> void callOnce(Scene<T> scene) throws Exception {
        T opened = scene.open();
        try {
            scene.call(opened);
        } finally {
            opened.close();
        }
    }

    private static void close(AutoCloseable opened) {
        assertThatCode(opened::close).doesNotThrowAnyException();
    }

    private static List<String> left(Scene<?> scene) {
        List<String> left = new ArrayList<>(scene.threads());
        left.addAll(scene.held());
        return left;
    }

    /** Its threads end without waiting for others. The other end of a connection may hear of it later. */
    private static void assertNothingLeft(Scene<?> scene) {
        awaitNone(scene::threads, WITHOUT_WAITING);
        awaitNothingLeft(scene);
    }

    private static void awaitNothingLeft(Scene<?> scene) {
        awaitNone(() -> left(scene), Patience.LONGEST);
    }

    private static void awaitNone(Supplier<List<String>> what, Duration patience) {
        long start = System.nanoTime();
        List<String> left = what.get();
        while (!left.isEmpty() && System.nanoTime() - start < patience.toNanos()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            left = what.get();
        }
        assertThat(left).isEmpty();
    }

    /**
     * What those promise, too, that wait for a store or a server.
     *
     * @param <T> what is closed
     */
    interface OfCallsThatWait<T extends AutoCloseable> extends ClosingContract<T> {

        @Override
        Waiting<T> newScene() throws Exception;

        /**
         * What is closed while it waits.
         *
         * @param <T> what is closed
         */
        interface Waiting<T> extends Scene<T> {

            /** Makes the store refuse all that it is asked from now on. */
            void refuse();

            /** Makes the store answer nothing of what it is asked from now on. */
            void hang();

            /** Returns whether the store has been asked since then. */
            boolean isAsked();

            /** Makes the store answer at last, where a close does not end the call that waits for it. */
            default void answer() {}

            /** Returns the message of a call that waits, or would have waited, when it is closed. */
            default String refusalOfWaiting() {
                return refusal();
            }

            /** Returns the longest time for which a close waits for the store. */
            default Duration longestClose() {
                return WITHOUT_WAITING;
            }
        }

        @Test
        default void endsWhileItsFirstCallHangs() throws Exception {
            try (Waiting<T> scene = newScene()) {
                T opened = scene.open();
                scene.hang();
                CompletableFuture<Throwable> call = new CompletableFuture<>();
                Callers.start(1, () -> call.complete(catchThrowable(() -> scene.call(opened))));
                Patience.spinUntil(scene::isAsked);

                Callers closing = Callers.start(1, () -> close(opened));
                assertThat(closing.calls().get(0)).succeedsWithin(scene.longestClose());
                scene.answer();

                assertThat(Patience.get(call)).isInstanceOf(scene.refusalType()).hasMessage(scene.refusalOfWaiting());
                awaitNothingLeft(scene);
            }
        }

        @Test
        default void leavesNothingIfItsFirstCallFails() throws Exception {
            try (Waiting<T> scene = newScene()) {
                scene.refuse();

                assertThat(catchThrowable(() -> callOnce(scene))).isInstanceOf(scene.refusalType());

                assertNothingLeft(scene);
            }
        }
    }

    /**
     * The further promise of those whose threads run the code of others, which may close them.
     *
     * @param <T> what is closed
     */
    interface OfThreads<T extends AutoCloseable> extends OfCallsThatWait<T> {

        @Override
        Threaded<T> newScene() throws Exception;

        /**
         * What has threads.
         *
         * @param <T> what is closed
         */
        interface Threaded<T> extends Waiting<T> {

            /** Makes one of its threads run this once, soon. */
            void runInItsThread(T opened, Runnable task) throws Exception;
        }

        @Test
        default void doesNotWaitForTheThreadThatClosesIt() throws Exception {
            try (Threaded<T> scene = newScene()) {
                T opened = scene.open();
                CompletableFuture<Thread> closer = new CompletableFuture<>();
                CompletableFuture<Void> closed = new CompletableFuture<>();

                scene.runInItsThread(opened, () -> {
                    closer.complete(Thread.currentThread());
                    close(opened);
                    closed.complete(null);
                });

                assertThat(Patience.get(closer)).isNotEqualTo(Thread.currentThread());
                assertThat(closed).succeedsWithin(WITHOUT_WAITING);
                awaitNothingLeft(scene);
            }
        }
    }
}
