package org.uidgenerator.spring.boot;

import java.util.concurrent.CountDownLatch;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.jackson.PublicUid;
import org.uidgenerator.test.internal.Patience;

/** A web application that has nothing of ours but the starter and an injected generator. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Shop {

    @Bean
    Draining draining() {
        return new Draining();
    }

    @RestController
    static class Orders {
        private final UidGenerator uids;
        private final Draining draining;
        final CountDownLatch slowOneArrived = new CountDownLatch(1);

        Orders(UidGenerator uids, Draining draining) {
            this.uids = uids;
            this.draining = draining;
        }

        @GetMapping("/order")
        String order() {
            return Long.toString(uids.getUID());
        }

        record Order(@PublicUid long id, @PublicUid Long parent) {}

        @GetMapping("/orders/{id}")
        Order order(
                @PathVariable("id") @PublicUid long id,
                @RequestParam(name = "parent", required = false) @PublicUid Long parent) {
            return new Order(id, parent);
        }

        @GetMapping("/orders/{id}/number")
        String number(@PathVariable("id") @PublicUid long id) {
            return Long.toString(id);
        }

        /** Takes more UIDs than any stripe has left, but not before the web server drains. */
        @GetMapping("/slow-orders")
        String slowOrders() throws InterruptedException {
            slowOneArrived.countDown();
            Patience.await(draining.begun);
            long[] batch = new long[100_000];
            uids.getUIDs(batch);
            return Long.toString(uids.getUID());
        }
    }

    /** Is stopped with the web server's graceful shutdown, and after all that is stopped before. */
    static final class Draining implements SmartLifecycle {
        private static final int PHASE_OF_GRACEFUL_SHUTDOWN = SmartLifecycle.DEFAULT_PHASE - 1024;

        final CountDownLatch begun = new CountDownLatch(1);
        private volatile boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            begun.countDown();
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return PHASE_OF_GRACEFUL_SHUTDOWN;
        }
    }
}
