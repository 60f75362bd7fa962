package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.worker.LeaseRequest;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

/**
 * From when to when the handler is there; {@code org.uidgenerator.spring.boot.ShutdownLogTest} is about what it writes.
 */
@Tag("proof")
class ShutdownLogTest {
    private static final Logger LIBRARY = Logger.getLogger("org.uidgenerator");
    private static final Logger ROOT = Logger.getLogger("");

    private final Handler bridge = new Handler() {
        @Override
        public void publish(LogRecord record) {}

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @AfterEach
    void removeTheBridge() {
        ROOT.removeHandler(bridge);
    }

    private static AnnotationConfigApplicationContext context() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean("workerIdAssigner", NumberedAssigner.class, NumberedAssigner::new);
        context.registerBean("uidGenerator", CachedUidGeneratorFactoryBean.class);
        context.registerBean("otherGenerator", DefaultUidGeneratorFactoryBean.class);
        context.refresh();
        return context;
    }

    private static List<Handler> handlers() {
        return List.of(LIBRARY.getHandlers());
    }

    @Test
    void hasOneHandlerUntilTheLastContextIsClosed() {
        ROOT.addHandler(bridge);
        AnnotationConfigApplicationContext first = context();
        AnnotationConfigApplicationContext second = context();

        assertThat(handlers()).hasSize(1);
        first.close();
        assertThat(handlers()).hasSize(1);
        second.close();
        assertThat(handlers()).isEmpty();
        context().close();
        assertThat(handlers()).isEmpty();
    }

    @Test
    void keepsItAsLongAsTheContextThoughGeneratorsAreDestroyed() {
        ROOT.addHandler(bridge);
        try (AnnotationConfigApplicationContext context = context()) {
            context.getDefaultListableBeanFactory().destroySingleton("uidGenerator");
            context.getDefaultListableBeanFactory().destroySingleton("otherGenerator");
            assertThat(context.getBean("uidGenerator", UidGenerator.class).getUID())
                    .isPositive();
            assertThat(handlers()).hasSize(1);
        }
        assertThat(handlers()).isEmpty();
    }

    /** Says what it sees when its context closes it. */
    private static final class LastToSpeak implements WorkerIdAssigner, AutoCloseable {
        int handlersAtTheEnd = -1;

        @Override
        public WorkerLease assignWorkerId(LeaseRequest request) {
            return WorkerLease.neverReused(1);
        }

        @Override
        public void close() {
            handlersAtTheEnd = handlers().size();
        }
    }

    @Test
    void keepsItUntilTheParentContextHasClosedTheAssigner() {
        ROOT.addHandler(bridge);
        AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext();
        parent.registerBean("workerIdAssigner", LastToSpeak.class, LastToSpeak::new);
        parent.refresh();
        LastToSpeak assigner = parent.getBean(LastToSpeak.class);
        AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext();
        child.setParent(parent);
        child.registerBean("uidGenerator", CachedUidGeneratorFactoryBean.class);
        child.refresh();

        child.close();
        parent.close();

        assertThat(assigner.handlersAtTheEnd).isEqualTo(1);
        assertThat(handlers()).isEmpty();
    }

    /** As the JVM does it to all handlers when it shuts down. */
    @Test
    void comesBackWhenItIsRemovedAndClosed() {
        ROOT.addHandler(bridge);
        AnnotationConfigApplicationContext context = context();
        Handler handler = handlers().get(0);

        LIBRARY.removeHandler(handler);
        handler.close();

        assertThat(handlers()).containsExactly(handler);
        context.close();
        handler.close();
        assertThat(handlers()).isEmpty();
    }

    @Test
    void hasNoneWhereNobodyListened() {
        assertThat(ROOT.getHandlers()).isEmpty();
        AnnotationConfigApplicationContext context = context();

        assertThat(handlers()).isEmpty();
        context.close();
    }
}
