package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.context.support.AbstractApplicationContext;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.contract.TestLease;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/** From when to when a generator is usable; {@link ExecutorShutdownOrderTest} is about executors. */
class LifecycleTest {
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

    private void defineGenerator() {
        context.registerBean("workerIdAssigner", NumberedAssigner.class, NumberedAssigner::new);
        context.registerBean("uidGenerator", CachedUidGeneratorFactoryBean.class);
    }

    private static void assertIsClosed(UidGenerator generator) {
        assertThatThrownBy(generator::getUID)
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("uidGenerator is closed");
    }

    /** Takes a UID as soon as it is initialised. */
    static final class Seeder implements InitializingBean {
        private final UidGenerator uids;
        long uid = -1;

        Seeder(UidGenerator uids) {
            this.uids = uids;
        }

        @Override
        public void afterPropertiesSet() {
            uid = uids.getUID();
        }
    }

    @Test
    void otherBeansUseItInTheirInitialisation() {
        try (context) {
            context.registerBean(Seeder.class);
            defineGenerator();
            context.refresh();

            assertThat(context.getBean(Seeder.class).uid).isPositive();
        }
    }

    /** Takes a UID when it is stopped. */
    static final class Stopper implements SmartLifecycle {
        private final UidGenerator uids;
        private final int phase;
        private boolean running;
        long uid = -1;

        Stopper(UidGenerator uids, int phase) {
            this.uids = uids;
            this.phase = phase;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            uid = uids.getUID();
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return phase;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, Integer.MAX_VALUE})
    void lifecycleBeansOfAnyPhaseUseItWhenTheyStop(int phase) {
        defineGenerator();
        context.registerBean(Stopper.class, () -> new Stopper(context.getBean(UidGenerator.class), phase));
        context.refresh();
        Stopper stopper = context.getBean(Stopper.class);

        context.close();

        assertThat(stopper.uid).isPositive();
        assertIsClosed(stopper.uids);
    }

    /** Delivers events when a thread has the time for it, which is not before the context is closed. */
    private static SimpleApplicationEventMulticaster deliverLate() {
        SimpleApplicationEventMulticaster multicaster = new SimpleApplicationEventMulticaster();
        multicaster.setTaskExecutor(event -> {});
        return multicaster;
    }

    @Test
    void lifecycleBeansUseItWhenTheyStopAlthoughEventsAreDeliveredLate() {
        context.registerBean(
                AbstractApplicationContext.APPLICATION_EVENT_MULTICASTER_BEAN_NAME,
                SimpleApplicationEventMulticaster.class,
                LifecycleTest::deliverLate);
        defineGenerator();
        context.registerBean(Stopper.class, () -> new Stopper(context.getBean(UidGenerator.class), 0));
        context.refresh();
        Stopper stopper = context.getBean(Stopper.class);

        context.close();

        assertThat(stopper.uid).isPositive();
        assertIsClosed(stopper.uids);
    }

    /** Answers each request with a UID, but not before it is told to stop. */
    static final class WebServer implements SmartLifecycle {
        final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch stopping = new CountDownLatch(1);
        private final ExecutorService workers = Executors.newSingleThreadExecutor();
        private final HttpServer server;
        private boolean running;

        WebServer(UidGenerator uids) {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            server.setExecutor(workers);
            server.createContext("/", exchange -> {
                arrived.countDown();
                Patience.await(stopping);
                byte[] uid = String.valueOf(uids.getUID()).getBytes(StandardCharsets.US_ASCII);
                exchange.sendResponseHeaders(200, uid.length);
                exchange.getResponseBody().write(uid);
                exchange.close();
            });
        }

        URI address() {
            InetSocketAddress address = server.getAddress();
            return URI.create(String.format(Locale.ROOT, "http://%s:%d/", address.getHostString(), address.getPort()));
        }

        @Override
        public void start() {
            server.start();
            running = true;
        }

        @Override
        public void stop() {
            stopping.countDown();
            server.stop(60); // seconds, at most: ends when the last answer is written
            workers.shutdown();
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    @Test
    void aWebServerUsesItWhileItDrains() {
        context.registerBean(WebServer.class);
        defineGenerator();
        context.refresh();
        UidGenerator generator = context.getBean(UidGenerator.class);
        WebServer server = context.getBean(WebServer.class);
        CompletableFuture<HttpResponse<String>> response = HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(server.address()).build(), HttpResponse.BodyHandlers.ofString());
        Patience.await(server.arrived);

        context.close();

        assertThat(Long.parseLong(response.join().body())).isPositive();
        assertIsClosed(generator);
    }

    @Test
    void closesItOnceHoweverOftenTheContextIsClosed() {
        List<Long> releases = new ArrayList<>();
        WorkerLease lease = new TestLease() {
            @Override
            public long workerId() {
                return 7;
            }

            @Override
            public void release(long lastTick) {
                releases.add(lastTick);
            }
        };
        context.registerBean("workerIdAssigner", WorkerIdAssigner.class, () -> layout -> lease);
        context.registerBean("uidGenerator", DefaultUidGeneratorFactoryBean.class);
        context.refresh();
        UidGenerator generator = context.getBean(UidGenerator.class);
        DefaultUidGeneratorFactoryBean factoryBean = context.getBean(DefaultUidGeneratorFactoryBean.class);
        long lastTick = UidLayout.DEFAULT.tickOf(generator.getUID());

        context.close();
        context.close();
        factoryBean.destroy();

        assertIsClosed(generator);
        assertThat(releases).containsExactly(lastTick);
    }

    @Test
    void aBeanThatIsDestroyedIsMadeAgain() {
        defineGenerator();
        try (context) {
            context.refresh();
            UidGenerator first = context.getBean(UidGenerator.class);

            for (int again = 0; again < 3; again++) {
                UidGenerator before = context.getBean(UidGenerator.class);
                context.getDefaultListableBeanFactory().destroySingleton("uidGenerator");
                assertIsClosed(before);
            }

            UidGenerator last = context.getBean(UidGenerator.class);
            assertThat(last.getUID()).isPositive();
            assertThat(last.decode(last.getUID()).workerId()).isEqualTo(4);
            assertThat(context.getBeansOfType(SmartLifecycle.class)).hasSize(1);
            context.stop();
            assertThatThrownBy(last::getUID).hasMessage("uidGenerator is suspended");
            context.start();
            assertThat(last.getUID()).isPositive();
            assertIsClosed(first);
        }
    }

    @Test
    void leavesNoGeneratorRunningThatCannotBeRegistered() {
        List<Long> releases = new ArrayList<>();
        context.registerBean(
                "workerIdAssigner",
                WorkerIdAssigner.class,
                () -> layout -> new TestLease() {
                    @Override
                    public long workerId() {
                        return 7;
                    }

                    @Override
                    public void release(long lastTick) {
                        releases.add(lastTick);
                    }
                });
        context.registerBean("uidGenerator", DefaultUidGeneratorFactoryBean.class);
        context.getBeanFactory().registerSingleton("uidGenerator.lifecycle", "of the application");

        assertThatThrownBy(context::refresh)
                .isInstanceOf(BeanCreationException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .rootCause()
                .hasMessageContaining("'uidGenerator.lifecycle'");

        assertThat(releases).hasSize(1);
    }

    @Test
    void aLazyGeneratorThatNobodyWantsTakesNoWorkerId() {
        context.registerBean("workerIdAssigner", NumberedAssigner.class, NumberedAssigner::new);
        context.registerBean(
                "uidGenerator", CachedUidGeneratorFactoryBean.class, definition -> definition.setLazyInit(true));
        context.refresh();
        NumberedAssigner assigner = context.getBean(NumberedAssigner.class);

        context.close();

        assertThat(assigner.given).hasValue(0);
    }
}
