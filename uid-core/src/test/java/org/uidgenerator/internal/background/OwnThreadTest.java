package org.uidgenerator.internal.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.contract.ThreadTrouble;
import org.uidgenerator.test.internal.LogRecorder;
import org.uidgenerator.test.internal.Patience;

class OwnThreadTest {
    private static final InheritableThreadLocal<String> ROUTING_KEY = new InheritableThreadLocal<>();

    private record Seen(Thread thread, @Nullable String routingKey, ClassLoader loader) {
        static Seen here() {
            Thread thread = Thread.currentThread();
            return new Seen(thread, ROUTING_KEY.get(), thread.getContextClassLoader());
        }
    }

    /** Looks on a thread of its own, for a caller that carries a key and the class loader of an application. */
    private static Seen look(ThreadFactory factory) throws Exception {
        CompletableFuture<Seen> seen = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            ROUTING_KEY.set("B");
            seen.complete(OwnThread.call("orders-start", factory, Seen::here));
        });
        try (URLClassLoader application = new URLClassLoader(new URL[0])) {
            caller.setContextClassLoader(application);
            caller.start();
            return Patience.get(seen);
        }
    }

    @Test
    void carriesNothingOfTheCaller() throws Exception {
        Seen seen = look(BackgroundThreads::newThread);

        assertThat(seen.thread().getName()).isEqualTo("orders-start");
        assertThat(seen.thread().isDaemon()).isTrue();
        assertThat(seen.routingKey()).isNull();
        assertThat(seen.loader()).isSameAs(OwnThread.class.getClassLoader());
    }

    @Test
    void isNamedADaemonAndOfTheLoaderOfTheLibraryWhateverTheFactorySays() throws Exception {
        Seen seen = look(work -> new Thread(work, "mine"));

        assertThat(seen.thread().getName()).isEqualTo("orders-start");
        assertThat(seen.thread().isDaemon()).isTrue();
        assertThat(seen.loader()).isSameAs(OwnThread.class.getClassLoader());
    }

    @Test
    void throwsWhatTheCallThrowsAndShowsWhereTheCallerWaited() {
        UidGenerateException thrown = new UidGenerateException("no worker id");

        assertThatThrownBy(() -> OwnThread.call("orders-start", BackgroundThreads::newThread, () -> {
                    throw thrown;
                }))
                .isSameAs(thrown)
                .satisfies(e -> assertThat(e.getSuppressed()).singleElement().satisfies(shown -> {
                    assertThat(shown).hasMessage("the caller waited here for the thread orders-start");
                    assertThat(shown.getStackTrace())
                            .extracting(StackTraceElement::getClassName)
                            .contains(OwnThreadTest.class.getName());
                }));
    }

    @Test
    void throwsErrorsAsTheyAre() {
        assertThatThrownBy(() -> OwnThread.call("orders-start", BackgroundThreads::newThread, () -> {
                    throw new StackOverflowError("of the call");
                }))
                .isInstanceOf(StackOverflowError.class)
                .hasMessage("of the call");
    }

    @Test
    void passesEachInterruptOnAndLeavesTheFlagWithTheCaller() throws Exception {
        Thread caller = Thread.currentThread();
        CountDownLatch waits = new CountDownLatch(1);
        Thread interrupter = new Thread(() -> {
            Patience.await(waits);
            caller.interrupt();
        });
        interrupter.start();
        caller.interrupt(); // before it waits

        String said = OwnThread.call("orders-start", BackgroundThreads::newThread, () -> {
            awaitInterrupt();
            waits.countDown();
            awaitInterrupt();
            return "interrupted twice";
        });

        assertThat(said).isEqualTo("interrupted twice");
        assertThat(Thread.interrupted()).isTrue();
        Patience.join(interrupter);
    }

    private static void awaitInterrupt() {
        Patience.awaitUntil(Thread::interrupted);
    }

    @Test
    void leavesACallerThatWasNotInterruptedWithoutTheFlag() {
        OwnThread.call("orders-start", BackgroundThreads::newThread, () -> {
            Thread.currentThread().interrupt();
            return "";
        });

        assertThat(Thread.interrupted()).isFalse();
    }

    /** As a class with a generator in a static field, whose data source runs a lambda of the class. */
    private static final class Deadlock {
        static final String IN_A_STATIC_FIELD = wait(() -> "uses the class");

        static String wait(Callable<String> lambda) {
            return OwnThread.call("deadlock-start", BackgroundThreads::newThread, lambda);
        }
    }

    /** The deadlocked threads are daemons, and stay. */
    @Test
    void saysOnceWhatItWaitsForAndNamesTheStaticInitializerThatCannotEnd() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<String> slow = new CompletableFuture<>();
        try (LogRecorder log = new LogRecorder()) {
            Thread deadlocked =
                    new Thread(() -> assertThat(Deadlock.IN_A_STATIC_FIELD).isNotNull());
            deadlocked.setDaemon(true);
            deadlocked.start();
            Thread caller =
                    new Thread(() -> slow.complete(OwnThread.call("slow-start", BackgroundThreads::newThread, () -> {
                        Patience.await(end);
                        return "done";
                    })));
            caller.start();
            Patience.awaitUntil(() -> log.lines().size() == 2);
            end.countDown();

            assertThat(Patience.get(slow)).isEqualTo("done");
            assertThat(log.lines())
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line)
                                    .startsWith("WARNING still waiting for thread deadlock-start, which is at [")
                                    .endsWith("] and cannot use " + Deadlock.class.getName()
                                            + " before the static initializer that waits here has ended:"
                                            + " build the generator outside of it"),
                            line -> assertThat(line)
                                    .startsWith("WARNING still waiting for thread slow-start, which is at [")
                                    .endsWith("]"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysWhyNoThreadCanBeStartedAndMakesNoCall(ThreadTrouble trouble) {
        AtomicReference<String> called = new AtomicReference<>();

        assertThatThrownBy(() -> OwnThread.call("orders-start", trouble::make, () -> {
                    called.set("by " + Thread.currentThread());
                    return "";
                }))
                .hasMessageStartingWith(trouble.message("orders-start"));

        assertThat(called).hasNullValue();
    }
}
