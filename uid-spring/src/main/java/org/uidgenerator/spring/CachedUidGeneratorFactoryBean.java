package org.uidgenerator.spring;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Makes a {@link CachedUidGenerator} bean, in XML:
 *
 * <pre>{@code
 * <bean id="workerIdAssigner" class="org.uidgenerator.spring.DisposableWorkerIdAssignerFactoryBean"/>
 * <bean id="uidGenerator" class="org.uidgenerator.spring.CachedUidGeneratorFactoryBean">
 *   <property name="boostPower" value="3"/>
 * </bean>
 * }</pre>
 */
public final class CachedUidGeneratorFactoryBean extends UidGeneratorFactoryBean<CachedUidGenerator> {
    private final List<Consumer<CachedUidGenerator.Builder>> options = new ArrayList<>();

    /** Makes a factory bean without properties. */
    public CachedUidGeneratorFactoryBean() {}

    /**
     * Sets how many UIDs the ring holds.
     *
     * @param boostPower as for {@link CachedUidGenerator.Builder#boostPower}
     */
    public void setBoostPower(int boostPower) {
        options.add(builder -> builder.boostPower(boostPower));
    }

    /**
     * Sets the fill level below which a refill is requested.
     *
     * @param paddingFactor as for {@link CachedUidGenerator.Builder#paddingFactor}
     */
    public void setPaddingFactor(int paddingFactor) {
        options.add(builder -> builder.paddingFactor(paddingFactor));
    }

    /**
     * Refills the ring periodically as well.
     *
     * @param seconds the period in seconds, positive; default never
     */
    public void setScheduleInterval(long seconds) {
        options.add(builder -> builder.scheduleInterval(Duration.ofSeconds(seconds)));
    }

    /**
     * Sets what to do with a block that the full ring does not take.
     *
     * @param handler as for {@link CachedUidGenerator.Builder#rejectedPutBufferHandler}
     */
    public void setRejectedPutBufferHandler(RejectedPutBufferHandler handler) {
        options.add(builder -> builder.rejectedPutBufferHandler(handler));
    }

    /**
     * Sets what a caller does when it finds the ring empty.
     *
     * @param handler as for {@link CachedUidGenerator.Builder#rejectedTakeBufferHandler}
     */
    public void setRejectedTakeBufferHandler(RejectedTakeBufferHandler handler) {
        options.add(builder -> builder.rejectedTakeBufferHandler(handler));
    }

    /**
     * Sets how far ahead of the clock the time in a UID may be.
     *
     * @param maxBorrow as for {@link CachedUidGenerator.Builder#maxBorrow}
     */
    public void setMaxBorrow(Duration maxBorrow) {
        options.add(builder -> builder.maxBorrow(maxBorrow));
    }

    /**
     * Sets how far ahead of the clock the time in a UID may be, as text, for XML.
     *
     * @param maxBorrow such as {@code PT24H} or {@code 24h}; a mere number is milliseconds
     */
    public void setMaxBorrow(String maxBorrow) {
        options.add(builder -> builder.maxBorrow(DurationProperty.parse("maxBorrow", maxBorrow)));
    }

    /**
     * Sets how far behind the clock the time in a UID may be.
     *
     * @param maxStaleness as for {@link CachedUidGenerator.Builder#maxStaleness}
     */
    public void setMaxStaleness(Duration maxStaleness) {
        options.add(builder -> builder.maxStaleness(maxStaleness));
    }

    /**
     * Sets how far behind the clock the time in a UID may be, as text, for XML.
     *
     * @param maxStaleness such as {@code PT2S} or {@code 2s}; a mere number is milliseconds
     */
    public void setMaxStaleness(String maxStaleness) {
        options.add(builder -> builder.maxStaleness(DurationProperty.parse("maxStaleness", maxStaleness)));
    }

    /**
     * Sets in which order the UIDs come.
     *
     * @param ordering as for {@link CachedUidGenerator.Builder#ordering}
     */
    public void setOrdering(Ordering ordering) {
        options.add(builder -> builder.ordering(ordering));
    }

    /**
     * Sets the clock that decides which tick is claimed next.
     *
     * @param clock as for {@link CachedUidGenerator.Builder#clock}
     */
    public void setClock(InstantSource clock) {
        options.add(builder -> builder.clock(clock));
    }

    /**
     * Sets what makes the generator's threads.
     *
     * @param threadFactory as for {@link CachedUidGenerator.Builder#threadFactory}
     */
    public void setThreadFactory(ThreadFactory threadFactory) {
        options.add(builder -> builder.threadFactory(threadFactory));
    }

    @Override
    CachedUidGenerator build(WorkerIdAssigner assigner, UidLayout layout, @Nullable String name) {
        CachedUidGenerator.Builder builder =
                CachedUidGenerator.builder(assigner).layout(layout);
        if (name != null) {
            builder.name(name);
        }
        options.forEach(option -> option.accept(builder));
        return builder.build();
    }

    /**
     * Returns the type of the bean.
     *
     * @return {@link CachedUidGenerator}
     */
    @Override
    public Class<CachedUidGenerator> getObjectType() {
        return CachedUidGenerator.class;
    }
}
