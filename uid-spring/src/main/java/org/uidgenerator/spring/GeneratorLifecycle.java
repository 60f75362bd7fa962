package org.uidgenerator.spring;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;

/**
 * Suspends a generator while its context is stopped, and leaves it alone while its context is closed: the beans that are stopped then
 * may still need UIDs, and the generator is closed when it is destroyed.
 */
final class GeneratorLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {
    /*
     * A bean of its own, registered when the generator has been made: were the factory bean one of these, Spring would make
     * it for that reason alone, be it lazy or not.
     */

    /** Between connection pools, which have the default phase of 0, and web servers, which are near the top. */
    private static final int PHASE = Integer.MAX_VALUE / 2;

    private final ApplicationContext context;
    private final UidGenerator generator;
    private volatile boolean running = true;
    private volatile boolean closing;

    private GeneratorLifecycle(ApplicationContext context, UidGenerator generator) {
        this.context = context;
        this.generator = generator;
    }

    static void register(ConfigurableApplicationContext context, String generatorName, UidGenerator generator) {
        GeneratorLifecycle lifecycle = new GeneratorLifecycle(context, generator);
        ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
        beanFactory.registerSingleton(generatorName + ".lifecycle", lifecycle);
        context.addApplicationListener(lifecycle);
    }

    /** Comes before anything is stopped, from child contexts, too. */
    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        closing |= event.getApplicationContext() == context;
    }

    @Override
    public void stop() {
        if (!closing) {
            generator.suspend();
            running = false;
        }
    }

    /**
     * Has the generator go on.
     *
     * @throws UidGenerateException if no worker id or tick can be had
     */
    @Override
    public void start() {
        generator.resume();
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
