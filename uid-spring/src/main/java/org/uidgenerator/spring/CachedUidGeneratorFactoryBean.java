package org.uidgenerator.spring;

import java.time.Duration;
import org.uidgenerator.buffer.RejectedPutBufferHandler;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.Ordering;

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
public final class CachedUidGeneratorFactoryBean
        extends UidGeneratorFactoryBean<CachedUidGenerator, CachedUidGenerator.Builder> {
    /** Makes a factory bean without properties. */
    public CachedUidGeneratorFactoryBean() {
        super(CachedUidGenerator.class, CachedUidGenerator::builder, CachedUidGenerator.Builder::build);
    }

    /**
     * Sets how many UIDs the ring holds.
     *
     * @param boostPower as for {@link CachedUidGenerator.Builder#boostPower}
     */
    public void setBoostPower(int boostPower) {
        set(builder -> builder.boostPower(boostPower));
    }

    /**
     * Sets the fill level below which a refill is requested.
     *
     * @param paddingFactor as for {@link CachedUidGenerator.Builder#paddingFactor}
     */
    public void setPaddingFactor(int paddingFactor) {
        set(builder -> builder.paddingFactor(paddingFactor));
    }

    /**
     * Refills the ring periodically as well.
     *
     * @param seconds the period in seconds, positive; default never
     */
    public void setScheduleInterval(long seconds) {
        set(builder -> builder.scheduleInterval(Duration.ofSeconds(seconds)));
    }

    /**
     * Sets what to do with a block that the full ring does not take.
     *
     * @param handler as for {@link CachedUidGenerator.Builder#rejectedPutBufferHandler}
     */
    public void setRejectedPutBufferHandler(RejectedPutBufferHandler handler) {
        set(builder -> builder.rejectedPutBufferHandler(handler));
    }

    /**
     * Sets what a caller does when it finds the ring empty.
     *
     * @param handler as for {@link CachedUidGenerator.Builder#rejectedTakeBufferHandler}
     */
    public void setRejectedTakeBufferHandler(RejectedTakeBufferHandler handler) {
        set(builder -> builder.rejectedTakeBufferHandler(handler));
    }

    /**
     * Sets how far behind the clock the time in a UID may be.
     *
     * @param maxStaleness as for {@link CachedUidGenerator.Builder#maxStaleness}
     */
    public void setMaxStaleness(Duration maxStaleness) {
        set(builder -> builder.maxStaleness(maxStaleness));
    }

    /**
     * Sets how far behind the clock the time in a UID may be, as text, for XML.
     *
     * @param maxStaleness such as {@code PT2S} or {@code 2s}
     */
    public void setMaxStaleness(String maxStaleness) {
        set(builder -> builder.maxStaleness(duration("maxStaleness", maxStaleness)));
    }

    /**
     * Sets how many worker ids the generator may hold while its demand needs them.
     *
     * @param maxWorkerIds as for {@link CachedUidGenerator.Builder#maxWorkerIds}
     */
    public void setMaxWorkerIds(int maxWorkerIds) {
        set(builder -> builder.maxWorkerIds(maxWorkerIds));
    }

    /**
     * Sets in which order the UIDs come.
     *
     * @param ordering as for {@link CachedUidGenerator.Builder#ordering}
     */
    public void setOrdering(Ordering ordering) {
        set(builder -> builder.ordering(ordering));
    }
}
