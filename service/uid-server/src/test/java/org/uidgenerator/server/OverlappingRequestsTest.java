package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.server.access.Lead;
import org.uidgenerator.test.internal.Patience;

/** What requests for UIDs leave behind, and what they do to each other. */
class OverlappingRequestsTest {
    private static final int MOST = 1_000_000;

    /** Holds a request that has been counted and takes its UIDs only now. */
    private static final class SlowGenerator implements BeanPostProcessor {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (!(bean instanceof ManagedUidGenerator)) {
                return bean;
            }
            InvocationHandler slow = (proxy, method, arguments) -> {
                if (method.getName().equals("claim") && arguments[0].equals(MOST)) {
                    begun.countDown();
                    Patience.awaitTest(open);
                }
                try {
                    return method.invoke(bean, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            };
            return Proxy.newProxyInstance(
                    ManagedUidGenerator.class.getClassLoader(), new Class<?>[] {ManagedUidGenerator.class}, slow);
        }
    }

    @Test
    void goNoFurtherThanOtherServersAcceptIfAnAfterComesBeforeTheUidsOfAnother() throws Exception {
        SlowGenerator slow = new SlowGenerator();
        try (RunningServer server = RunningServer.start(
                context -> ((GenericApplicationContext) context).registerBean(BeanPostProcessor.class, () -> slow),
                "--uid.layout.worker-bits=20",
                "--uid.layout.seq-bits=12")) { // 4,096 UIDs a second, so these are four minutes
            CompletableFuture<Answer> ranges =
                    CompletableFuture.supplyAsync(() -> get(server, "/api/ranges?count=" + MOST));
            Patience.await(slow.begun);

            UidLayout layout = server.bean(UidGenerator.class).layout();
            Instant greatest = Instant.now().plus(Lead.GREATEST);
            Answer after = get(server, "/api/id?after=" + layout.minUid(greatest.minusSeconds(1)));
            slow.open.countDown();

            assertThat(after.status()).isEqualTo(422);
            assertThat(Patience.get(ranges).status()).isEqualTo(200);
            long last = Long.parseLong(get(server, "/api/id").json().get("id").stringValue());
            assertThat(layout.decode(last).time()).isBefore(greatest);
        }
    }

    /** Or each would keep others from what they have saved up, and from going past UIDs that they have seen. */
    @Test
    void leaveNoPromiseBehindWhetherTheyGetUidsOrNot() throws Exception {
        try (RunningServer server = RunningServer.start()) {
            requireStatus(server, 200);
            server.bean(ManagedUidGenerator.class).suspend();
            requireStatus(server, 503);

            Instant now = Instant.now();
            assertThat(server.bean(Lead.class).latest()).isAfterOrEqualTo(now.plus(Lead.GREATEST));
        }
    }

    private static void requireStatus(RunningServer server, int status) {
        for (String path :
                new String[] {"/api/id", "/api/ids?count=10000", "/api/ranges?count=" + MOST, "/api/snowflake/get/any"
                }) {
            assertThat(get(server, path).status()).as(path).isEqualTo(status);
        }
    }

    private static Answer get(RunningServer server, String path) {
        try {
            return Answer.get(server.uri(path));
        } catch (Exception e) {
            throw new AssertionError(path, e);
        }
    }
}
