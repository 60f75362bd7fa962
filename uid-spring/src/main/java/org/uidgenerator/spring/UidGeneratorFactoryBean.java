package org.uidgenerator.spring;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.ManagedUidGenerator;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.UidGeneratorBuilder;
import org.uidgenerator.worker.DataCenterWorkerIdAssigner;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Makes a UID generator from the properties of a bean definition, and ends it with the context. A property that is not
 * set keeps the default of the generator's builder.
 *
 * <p>The generator runs as soon as the bean is initialised, so other beans may use it in their own initialisation. It
 * is closed when the context destroys its beans: after web servers and all other {@code Lifecycle} beans have stopped,
 * after the beans that it was injected into, and after the executors of the context (see
 * {@link ExecutorShutdownOrder}). What the library logs then is in Spring's own log, if those of
 * {@code java.util.logging} are closed by that time.
 *
 * <p>A context that is stopped but not closed {@linkplain ManagedUidGenerator#suspend() suspends} the generator, after
 * web servers and message listeners have stopped and before connection pools do; when the context is started again, it
 * continues with another worker id. Spring does the same to a process that CRaC writes to disk, and to each process
 * that is restored from there.
 *
 * @param <G> the generator
 * @param <B> its builder
 */
public abstract sealed class UidGeneratorFactoryBean<G extends ManagedUidGenerator, B extends UidGeneratorBuilder<B>>
        extends BuilderFactoryBean<G, B> permits CachedUidGeneratorFactoryBean, DefaultUidGeneratorFactoryBean {
    /*
     * Public although no application extends it, because from a package-private class the setters would be inherited as bridge methods,
     * which Spring leaves out when it chooses among the two setters that a duration has.
     */
    private final Function<WorkerIdAssigner, B> newBuilder;
    private final Function<B, G> build;
    private final List<Consumer<UidLayout.Builder>> layoutOptions = new ArrayList<>();
    private @Nullable LayoutPreset preset;
    private @Nullable String layout;
    private @Nullable Long dataCenterId;
    private @Nullable WorkerIdAssigner workerIdAssigner;

    UidGeneratorFactoryBean(Class<G> type, Function<WorkerIdAssigner, B> newBuilder, Function<B, G> build) {
        super(type, made -> new GeneratorLifecycle(made::suspend, made::resume, made::close));
        this.newBuilder = newBuilder;
        this.build = build;
    }

    /**
     * Sets where worker ids come from.
     *
     * @param workerIdAssigner the assigner, default the only {@link WorkerIdAssigner} bean of the context, the primary
     *     one, or the one named {@code workerIdAssigner}
     */
    public void setWorkerIdAssigner(WorkerIdAssigner workerIdAssigner) {
        this.workerIdAssigner = workerIdAssigner;
    }

    /**
     * Sets the data centre of all worker ids; the assigner then assigns the machine ids in it.
     *
     * @param dataCenterId as for {@link DataCenterWorkerIdAssigner}, default none: the assigner assigns whole worker
     *     ids
     */
    public void setDataCenterId(long dataCenterId) {
        this.dataCenterId = dataCenterId;
    }

    /**
     * Sets the layout to that of another system. What else is set of the layout changes it.
     *
     * @param preset the system, default {@link LayoutPreset#UID_GENERATOR}
     */
    public void setPreset(LayoutPreset preset) {
        this.preset = Objects.requireNonNull(preset, "preset");
    }

    /**
     * Sets the layout as a text, instead of a preset. What else is set of the layout changes it.
     *
     * @param layout as for {@link UidLayout#parse}: {@code 31/16/16}, or a whole {@link UidLayout#text()}
     */
    public void setLayout(String layout) {
        this.layout = Objects.requireNonNull(layout, "layout");
    }

    /**
     * Sets how many bits the UIDs have, all together.
     *
     * @param totalBits as for {@link UidLayout.Builder#totalBits}
     */
    public void setTotalBits(int totalBits) {
        layoutOptions.add(layout -> layout.totalBits(totalBits));
    }

    /**
     * Sets the bits of the ticks since the epoch.
     *
     * @param timeBits as for {@link UidLayout.Builder#timeBits}
     */
    public void setTimeBits(int timeBits) {
        layoutOptions.add(layout -> layout.timeBits(timeBits));
    }

    /**
     * Sets the bits of the worker id.
     *
     * @param workerBits as for {@link UidLayout.Builder#workerBits}
     */
    public void setWorkerBits(int workerBits) {
        layoutOptions.add(layout -> layout.workerBits(workerBits));
    }

    /**
     * Sets the bits of the sequence.
     *
     * @param seqBits as for {@link UidLayout.Builder#seqBits}
     */
    public void setSeqBits(int seqBits) {
        layoutOptions.add(layout -> layout.seqBits(seqBits));
    }

    /**
     * Sets the bits of the data centre in the worker id.
     *
     * @param dataCenterBits as for {@link UidLayout.Builder#dataCenterBits}
     */
    public void setDataCenterBits(int dataCenterBits) {
        layoutOptions.add(layout -> layout.dataCenterBits(dataCenterBits));
    }

    /**
     * Sets the order of the fields.
     *
     * @param fieldOrder as for {@link UidLayout.Builder#fieldOrder}
     */
    public void setFieldOrder(FieldOrder fieldOrder) {
        layoutOptions.add(layout -> layout.fieldOrder(fieldOrder));
    }

    /**
     * Sets the epoch as a date, or as an instant for one that is not midnight UTC.
     *
     * @param epochStr as for {@link UidLayout.Builder#epochStr}
     */
    public void setEpochStr(String epochStr) {
        layoutOptions.add(layout -> layout.epochStr(epochStr));
    }

    /**
     * Sets the length of a tick.
     *
     * @param tick as for {@link UidLayout.Builder#tick}
     */
    public void setTick(Duration tick) {
        layoutOptions.add(layout -> layout.tick(tick));
    }

    /**
     * Sets the length of a tick as text, for XML.
     *
     * @param tick such as {@code PT1S}, {@code 1s} or {@code 100ms}
     */
    public void setTick(String tick) {
        layoutOptions.add(layout -> layout.tick(duration("tick", tick)));
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
     * Sets how far ahead of the clock the time in a UID may be.
     *
     * @param maxBorrow as for {@link UidGeneratorBuilder#maxBorrow}
     */
    public void setMaxBorrow(Duration maxBorrow) {
        set(builder -> builder.maxBorrow(maxBorrow));
    }

    /**
     * Sets how far ahead of the clock the time in a UID may be, as text, for XML.
     *
     * @param maxBorrow such as {@code PT24H} or {@code 24h}
     */
    public void setMaxBorrow(String maxBorrow) {
        set(builder -> builder.maxBorrow(duration("maxBorrow", maxBorrow)));
    }

    /**
     * Sets the clock that decides which tick is claimed next.
     *
     * @param clock as for {@link UidGeneratorBuilder#clock}
     */
    public void setClock(InstantSource clock) {
        set(builder -> builder.clock(clock));
    }

    /**
     * Sets what makes the generator's threads.
     *
     * @param threadFactory as for {@link UidGeneratorBuilder#threadFactory}
     */
    public void setThreadFactory(ThreadFactory threadFactory) {
        set(builder -> builder.threadFactory(threadFactory));
    }

    @Override
    final G make() {
        UidLayout checkedLayout = layout(); // before the assigner is made, which may be a lazy bean
        WorkerIdAssigner assigner = setOrFound(workerIdAssigner, "workerIdAssigner", WorkerIdAssigner.class);
        if (dataCenterId != null) {
            assigner = new DataCenterWorkerIdAssigner(dataCenterId, assigner);
        }
        orderShutdown();
        return build.apply(configure(newBuilder.apply(assigner).layout(checkedLayout), UidGeneratorBuilder::name));
    }

    private UidLayout layout() {
        UidLayout.Builder builder = baseLayout().toBuilder();
        layoutOptions.forEach(option -> option.accept(builder));
        return builder.build();
    }

    private UidLayout baseLayout() {
        if (layout == null) {
            return preset == null ? UidLayout.DEFAULT : preset.layout();
        }
        if (preset != null) {
            throw OptionException.inWords(
                    "preset",
                    preset,
                    OptionText.of("{preset} and {layout} must not both be set"),
                    OptionText.of("{preset}=%s, {layout}=%s", preset, layout));
        }
        return UidLayout.parse(layout);
    }
}
