package org.uidgenerator.spring;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;

/**
 * Makes a {@link SegmentIdGenerator} bean, and ends it with the context, in XML:
 *
 * <pre>{@code
 * <bean id="segmentStore" class="org.uidgenerator.segment.db.JdbcSegmentStore" factory-method="on">
 *   <constructor-arg ref="dataSource"/>
 * </bean>
 * <bean id="segments" class="org.uidgenerator.spring.SegmentIdGeneratorFactoryBean">
 *   <property name="tags" value="orders, parcels"/>
 * </bean>
 * <bean id="orders" factory-bean="segments" factory-method="tag">
 *   <constructor-arg value="orders"/>
 * </bean>
 * }</pre>
 *
 * <p>A property that is not set keeps the default of the generator's builder. The bean is closed after the beans that
 * it was injected into, and after the executors of the context (see {@link ExecutorShutdownOrder}). A context that is
 * stopped but not closed {@linkplain SegmentIdGenerator#suspend() suspends} it, and lets it continue when it is started
 * again; so does a process that CRaC writes to disk.
 */
public final class SegmentIdGeneratorFactoryBean
        extends BuilderFactoryBean<SegmentIdGenerator, SegmentIdGenerator.Builder> {
    private List<String> tags = List.of();
    private @Nullable SegmentStore store;

    /** Makes a factory bean without properties. */
    public SegmentIdGeneratorFactoryBean() {
        super(SegmentIdGenerator.class, made -> new GeneratorLifecycle(made::suspend, made::resume, made::close));
    }

    /**
     * Sets where the counters are.
     *
     * @param store the store, default the only {@link SegmentStore} bean of the context, the primary one, or the one
     *     named {@code store}
     */
    public void setStore(SegmentStore store) {
        this.store = store;
    }

    /**
     * Names tags whose first range is taken as the generator is made, so that a misspelt one ends the start. Others
     * take theirs when they are used first.
     *
     * @param tags the tags, default none
     */
    public void setTags(String... tags) {
        this.tags = List.of(tags);
    }

    /**
     * Sets the name that logs, exceptions and threads of the generator carry.
     *
     * @param name not blank, default the name of the bean
     */
    public void setName(String name) {
        set(builder -> builder.name(name));
    }

    /**
     * Sets how many numbers the first ranges of a tag have.
     *
     * @param minStep as for {@link SegmentIdGenerator.Builder#minStep}
     */
    public void setMinStep(long minStep) {
        set(builder -> builder.minStep(minStep));
    }

    /**
     * Sets how many numbers a range has at most.
     *
     * @param maxStep as for {@link SegmentIdGenerator.Builder#maxStep}
     */
    public void setMaxStep(long maxStep) {
        set(builder -> builder.maxStep(maxStep));
    }

    /**
     * Sets how long a range is to last.
     *
     * @param stepDuration as for {@link SegmentIdGenerator.Builder#stepDuration}
     */
    public void setStepDuration(Duration stepDuration) {
        set(builder -> builder.stepDuration(stepDuration));
    }

    /**
     * Sets how long a range is to last, as text, for XML.
     *
     * @param stepDuration such as {@code PT15M} or {@code 15m}
     */
    public void setStepDuration(String stepDuration) {
        setStepDuration(duration("stepDuration", stepDuration));
    }

    /**
     * Sets how long a call waits at most when the numbers of its tag are used up.
     *
     * @param maxWait as for {@link SegmentIdGenerator.Builder#maxWait}
     */
    public void setMaxWait(Duration maxWait) {
        set(builder -> builder.maxWait(maxWait));
    }

    /**
     * Sets how long a call waits at most, as text, for XML.
     *
     * @param maxWait such as {@code PT5S} or {@code 5s}
     */
    public void setMaxWait(String maxWait) {
        setMaxWait(duration("maxWait", maxWait));
    }

    /**
     * Sets how many threads may wait for the store at the same time.
     *
     * @param storeThreads as for {@link SegmentIdGenerator.Builder#storeThreads}
     */
    public void setStoreThreads(int storeThreads) {
        set(builder -> builder.storeThreads(storeThreads));
    }

    /**
     * Says which store identity the store holds.
     *
     * @param identity as for {@link SegmentIdGenerator.Builder#expectedIdentity}
     */
    public void setExpectedIdentity(String identity) {
        set(builder -> builder.expectedIdentity(identity));
    }

    @Override
    SegmentIdGenerator make() {
        SegmentStore from = setOrFound(store, "store", SegmentStore.class);
        orderShutdown();
        return configure(SegmentIdGenerator.builder(from), SegmentIdGenerator.Builder::name)
                .build();
    }

    /** Takes the first ranges. */
    @Override
    void begin(SegmentIdGenerator made) {
        tags.forEach(made::tag);
    }
}
