package org.uidgenerator.spring;

import java.time.Duration;
import org.uidgenerator.generator.ClockPolicy;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.Overflow;
import org.uidgenerator.generator.SequenceStart;

/**
 * Makes an unbuffered generator, a {@link DefaultUidGenerator} bean, in XML:
 *
 * <pre>{@code
 * <bean id="workerIdAssigner" class="org.uidgenerator.spring.DisposableWorkerIdAssignerFactoryBean"/>
 * <bean id="uidGenerator" class="org.uidgenerator.spring.DefaultUidGeneratorFactoryBean"/>
 * }</pre>
 */
public final class DefaultUidGeneratorFactoryBean
        extends UidGeneratorFactoryBean<DefaultUidGenerator, DefaultUidGenerator.Builder> {
    /** Makes a factory bean without properties. */
    public DefaultUidGeneratorFactoryBean() {
        super(DefaultUidGenerator.class, DefaultUidGenerator::builder, DefaultUidGenerator.Builder::build);
    }

    /**
     * Sets what happens when the clock has been set back. In XML a bean by factory method:
     *
     * <pre>{@code
     * <property name="clockPolicy">
     *   <bean class="org.uidgenerator.generator.ClockPolicy" factory-method="unusedSequences">
     *     <constructor-arg value="60"/>
     *   </bean>
     * </property>
     * }</pre>
     *
     * @param clockPolicy as for {@link DefaultUidGenerator.Builder#clockPolicy}
     */
    public void setClockPolicy(ClockPolicy clockPolicy) {
        set(builder -> builder.clockPolicy(clockPolicy));
    }

    /**
     * Sets where to start counting in a tick.
     *
     * @param sequenceStart as for {@link DefaultUidGenerator.Builder#sequenceStart}
     */
    public void setSequenceStart(SequenceStart sequenceStart) {
        set(builder -> builder.sequenceStart(sequenceStart));
    }

    /**
     * Sets what happens when a tick is used up.
     *
     * @param overflow as for {@link DefaultUidGenerator.Builder#overflow}
     */
    public void setOverflow(Overflow overflow) {
        set(builder -> builder.overflow(overflow));
    }

    /**
     * Sets how long a call may wait for a tick.
     *
     * @param maxWait as for {@link DefaultUidGenerator.Builder#maxWait}
     */
    public void setMaxWait(Duration maxWait) {
        set(builder -> builder.maxWait(maxWait));
    }

    /**
     * Sets how long a call may wait for a tick, as text, for XML.
     *
     * @param maxWait such as {@code PT5S} or {@code 5s}
     */
    public void setMaxWait(String maxWait) {
        set(builder -> builder.maxWait(duration("maxWait", maxWait)));
    }
}
