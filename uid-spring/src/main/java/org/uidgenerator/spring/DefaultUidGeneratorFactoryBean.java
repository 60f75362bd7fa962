package org.uidgenerator.spring;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.ClockPolicy;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.Overflow;
import org.uidgenerator.generator.SequenceStart;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Makes an unbuffered generator, a {@link DefaultUidGenerator} bean, in XML:
 *
 * <pre>{@code
 * <bean id="workerIdAssigner" class="org.uidgenerator.spring.DisposableWorkerIdAssignerFactoryBean"/>
 * <bean id="uidGenerator" class="org.uidgenerator.spring.DefaultUidGeneratorFactoryBean"/>
 * }</pre>
 */
public final class DefaultUidGeneratorFactoryBean extends UidGeneratorFactoryBean<DefaultUidGenerator> {
    private final List<Consumer<DefaultUidGenerator.Builder>> options = new ArrayList<>();

    /** Makes a factory bean without properties. */
    public DefaultUidGeneratorFactoryBean() {}

    /**
     * Sets what happens when the clock has been set back. In XML a bean by factory method:
     *
     * <pre>{@code
     * <property name="clockPolicy">
     *   <bean class="org.uidgenerator.generator.ClockPolicy" factory-method="leftOvers">
     *     <constructor-arg value="60"/>
     *   </bean>
     * </property>
     * }</pre>
     *
     * @param clockPolicy as for {@link DefaultUidGenerator.Builder#clockPolicy}
     */
    public void setClockPolicy(ClockPolicy clockPolicy) {
        options.add(builder -> builder.clockPolicy(clockPolicy));
    }

    /**
     * Sets where to start counting in a tick.
     *
     * @param sequenceStart as for {@link DefaultUidGenerator.Builder#sequenceStart}
     */
    public void setSequenceStart(SequenceStart sequenceStart) {
        options.add(builder -> builder.sequenceStart(sequenceStart));
    }

    /**
     * Sets what happens when a tick is used up.
     *
     * @param overflow as for {@link DefaultUidGenerator.Builder#overflow}
     */
    public void setOverflow(Overflow overflow) {
        options.add(builder -> builder.overflow(overflow));
    }

    /**
     * Sets how far ahead of the clock the time in a UID may be after the clock has been set back.
     *
     * @param maxBorrow as for {@link DefaultUidGenerator.Builder#maxBorrow}
     */
    public void setMaxBorrow(Duration maxBorrow) {
        options.add(builder -> builder.maxBorrow(maxBorrow));
    }

    /**
     * Sets how far ahead of the clock the time in a UID may be after the clock has been set back, as text, for XML.
     *
     * @param maxBorrow such as {@code PT24H} or {@code 24h}; a mere number is milliseconds
     */
    public void setMaxBorrow(String maxBorrow) {
        options.add(builder -> builder.maxBorrow(DurationProperty.parse("maxBorrow", maxBorrow)));
    }

    /**
     * Sets how long a call may wait for a tick.
     *
     * @param maxWait as for {@link DefaultUidGenerator.Builder#maxWait}
     */
    public void setMaxWait(Duration maxWait) {
        options.add(builder -> builder.maxWait(maxWait));
    }

    /**
     * Sets how long a call may wait for a tick, as text, for XML.
     *
     * @param maxWait such as {@code PT5S} or {@code 5s}; a mere number is milliseconds
     */
    public void setMaxWait(String maxWait) {
        options.add(builder -> builder.maxWait(DurationProperty.parse("maxWait", maxWait)));
    }

    /**
     * Sets what makes the generator's threads.
     *
     * @param threadFactory as for {@link DefaultUidGenerator.Builder#threadFactory}
     */
    public void setThreadFactory(ThreadFactory threadFactory) {
        options.add(builder -> builder.threadFactory(threadFactory));
    }

    /**
     * Sets the clock that decides which tick is claimed next.
     *
     * @param clock as for {@link DefaultUidGenerator.Builder#clock}
     */
    public void setClock(InstantSource clock) {
        options.add(builder -> builder.clock(clock));
    }

    @Override
    DefaultUidGenerator build(WorkerIdAssigner assigner, UidLayout layout, @Nullable String name) {
        DefaultUidGenerator.Builder builder =
                DefaultUidGenerator.builder(assigner).layout(layout);
        if (name != null) {
            builder.name(name);
        }
        options.forEach(option -> option.accept(builder));
        return builder.build();
    }

    /**
     * Returns the type of the bean.
     *
     * @return {@link DefaultUidGenerator}
     */
    @Override
    public Class<DefaultUidGenerator> getObjectType() {
        return DefaultUidGenerator.class;
    }
}
