package org.uidgenerator.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/** The thread that takes the first worker id of a generator. */
class StartThreadTest {
    private static final InheritableThreadLocal<String> ROUTING_KEY = new InheritableThreadLocal<>();

    private record Call(String thread, @Nullable String routingKey, ClassLoader loader) {
        static Call here() {
            Thread thread = Thread.currentThread();
            return new Call(thread.getName(), ROUTING_KEY.get(), thread.getContextClassLoader());
        }
    }

    private interface AsksStore extends WorkerIdAssigner {
        @Override
        default boolean asksStore() {
            return true;
        }
    }

    /** A class whose lambda no other thread can run as long as the class makes its generator. */
    private static final class Orders {
        static final ManagedUidGenerator IDS = CachedUidGenerator.builder(request -> WorkerLease.neverReused(7))
                .build();
    }

    @Test
    void carriesNothingOfTheThreadThatStartsOrResumesTheGenerator() throws Exception {
        List<Call> calls = new CopyOnWriteArrayList<>();
        try (URLClassLoader application = new URLClassLoader(new URL[0])) {
            Thread caller = new Thread(() -> {
                ROUTING_KEY.set("B");
                ManagedUidGenerator generator = CachedUidGenerator.builder((AsksStore) request -> {
                            calls.add(Call.here());
                            return WorkerLease.neverReused(7);
                        })
                        .name("orders")
                        .build();
                generator.suspend();
                generator.resume();
                generator.close();
            });
            caller.setContextClassLoader(application);
            caller.start();
            Patience.join(caller);
        }

        Call carriesNothing = new Call("orders-start", null, CachedUidGenerator.class.getClassLoader());
        assertThat(calls).containsExactly(carriesNothing, carriesNothing);
    }

    @Test
    void isInterruptedWithTheCaller() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            refused.complete(catchThrowable(() -> CachedUidGenerator.builder((AsksStore) request -> neverAnswers(asked))
                    .name("orders")
                    .build()));
            flag.complete(Thread.interrupted());
        });
        caller.start();
        Patience.await(asked);

        caller.interrupt();

        assertThat(Patience.get(refused))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("interrupted while taking a worker id")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Patience.get(flag)).isTrue();
    }

    @Test
    void isTheCallerForALambdaEvenInAStaticInitializer() throws Exception {
        assertThat(Patience.get(CompletableFuture.supplyAsync(() -> Orders.IDS.getUID())))
                .isPositive();
        Orders.IDS.close();
    }

    private static WorkerLease neverAnswers(CountDownLatch asked) {
        asked.countDown();
        try {
            new CountDownLatch(1).await();
            throw new AssertionError("nothing opens it");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UidGenerateException("interrupted while taking a worker id", e);
        }
    }
}
