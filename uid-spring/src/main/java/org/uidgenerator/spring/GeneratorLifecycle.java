package org.uidgenerator.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.uidgenerator.UidGenerateException;

/**
 * Suspends a generator while its context is stopped, and leaves it alone while its context is closed: the beans that
 * are stopped then may still need UIDs, and the generator is closed when it is destroyed.
 */
final class GeneratorLifecycle implements SmartLifecycle {
    /*
     * A bean of its own, registered when the generator has been made. If the factory bean were a SmartLifecycle, Spring would
     * create it eagerly, even when it is declared lazy. If it were a mere Lifecycle, all beans that the generator is injected
     * into would be stopped in its phase, whatever their own.
     */

    /** Between connection pools, which have the default phase of 0, and web servers, which are near the top. */
    private static final int PHASE = Integer.MAX_VALUE / 2;

    private final Runnable suspend;
    private final Runnable resume;
    private final Runnable close;
    private volatile @Nullable ConfigurableApplicationContext context;
    private String beanName = "";
    private volatile boolean running = true;

    GeneratorLifecycle(Runnable suspend, Runnable resume, Runnable close) {
        this.suspend = suspend;
        this.resume = resume;
        this.close = close;
    }

    /**
     * Makes the generator stop and start with the context.
     *
     * @param generatorName the name of its bean
     * @throws IllegalStateException if there is a bean of that name already
     */
    void register(ConfigurableApplicationContext context, String generatorName) {
        beanName = generatorName + ".lifecycle";
        context.getBeanFactory().registerSingleton(beanName, this);
        this.context = context; // Order matters! Only now is there something to end
    }

    /** Closes the generator. One that is made in its place has a lifecycle of its own. */
    void end() {
        if (context != null) {
            ((DefaultSingletonBeanRegistry) context.getBeanFactory()).destroySingleton(beanName);
        }
        close.run();
    }

    /** Asks the context, not its events. These may come late, or never, if another thread delivers them. */
    @Override
    public void stop() {
        if (context != null && !context.isClosed()) {
            suspend.run();
            running = false;
        }
    }

    /**
     * Lets the generator continue.
     *
     * @throws UidGenerateException if no worker id or tick is available
     */
    @Override
    public void start() {
        resume.run();
        running = true;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
