package org.uidgenerator.spring;

import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Keeps the log of the library going until a context has closed its generators and their worker ids. A bean of the
 * context, one for all of its generators.
 */
final class ShutdownLog implements DisposableBean {
    /*
     * System.Logger writes to java.util.logging, which forwards to the log of the application, if there is such a bridge. At
     * the end of a process both are gone before generators are closed: the JVM closes all handlers in a shutdown hook of its
     * own, while that of Spring begins to close the context, and Boot removes its bridge in its last lifecycle phase. No phase
     * is early enough for the first, and all are too early for beans that need UIDs when they are destroyed. The log that Spring
     * itself writes to works until the context is closed, so what no handler writes any more is written there.
     */

    private static final String BEAN_NAME = ShutdownLog.class.getName();
    private static final LastHandler HANDLER = new LastHandler();

    private ShutdownLog() {}

    /**
     * Keeps the log going until the bean that asks is destroyed, and the assigners of this bean factory and its
     * parents. May be called for each generator, before it is there.
     */
    static synchronized void keep(ConfigurableListableBeanFactory beanFactory) {
        keepUntilClosed(beanFactory);
        // Assigners are closed last, and say then which worker ids are left behind.
        BeanFactory owner = beanFactory;
        while (owner instanceof ConfigurableListableBeanFactory owning) {
            for (String assigner : owning.getBeanNamesForType(WorkerIdAssigner.class, true, false)) {
                keepUntilClosed(owning);
                owning.registerDependentBean(BEAN_NAME, assigner);
            }
            owner = owning.getParentBeanFactory();
        }
    }

    private static void keepUntilClosed(ConfigurableListableBeanFactory beanFactory) {
        if (!beanFactory.containsSingleton(BEAN_NAME)) {
            ShutdownLog log = new ShutdownLog();
            beanFactory.registerSingleton(BEAN_NAME, log);
            ((DefaultSingletonBeanRegistry) beanFactory).registerDisposableBean(BEAN_NAME, log);
            HANDLER.keep();
        }
    }

    /** Called by the container. */
    @Override
    public void destroy() {
        HANDLER.release();
    }

    /**
     * Writes what the root logger has no handler for any more. Comes back when it is closed, as the JVM's hook does.
     */
    private static final class LastHandler extends Handler {
        private static final Logger LIBRARY = Logger.getLogger("org.uidgenerator"); // weakly referenced elsewhere
        private static final Logger ROOT = Logger.getLogger("");

        /** Set while a thread writes, because the log may be java.util.logging. */
        private static final ThreadLocal<Boolean> WRITING = ThreadLocal.withInitial(() -> false);

        private final Formatter formatter = new SimpleFormatter();

        private int contexts; // guarded by this
        private volatile boolean needed;

        /** Does nothing if no handler has listened at the start, since that is no loss at the end. */
        synchronized void keep() {
            contexts++;
            if (!needed && rootHasHandlers()) {
                needed = true;
                LIBRARY.addHandler(this);
            }
        }

        synchronized void release() {
            contexts--;
            if (contexts == 0) {
                needed = false;
                LIBRARY.removeHandler(this);
            }
        }

        private static boolean rootHasHandlers() {
            return ROOT.getHandlers().length > 0;
        }

        @Override
        public void publish(LogRecord record) {
            if (!rootHasHandlers() && !WRITING.get()) {
                WRITING.set(true);
                try {
                    write(record, LogFactory.getLog(record.getLoggerName()));
                } finally {
                    WRITING.remove();
                }
            }
        }

        private void write(LogRecord record, Log log) {
            int level = record.getLevel().intValue();
            if (level >= Level.SEVERE.intValue()) {
                log.error(formatter.formatMessage(record), record.getThrown());
            } else if (level >= Level.WARNING.intValue()) {
                log.warn(formatter.formatMessage(record), record.getThrown());
            } else if (level >= Level.INFO.intValue()) {
                log.info(formatter.formatMessage(record), record.getThrown());
            } else {
                log.debug(formatter.formatMessage(record), record.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public synchronized void close() {
            if (needed) {
                LIBRARY.removeHandler(this);
                LIBRARY.addHandler(this);
            }
        }
    }
}
