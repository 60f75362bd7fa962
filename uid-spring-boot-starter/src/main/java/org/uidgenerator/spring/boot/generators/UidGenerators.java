package org.uidgenerator.spring.boot.generators;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.stereotype.Component;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.buffer.RejectedTakeBufferHandler;
import org.uidgenerator.generator.ClockPolicy;
import org.uidgenerator.spring.CachedUidGeneratorFactoryBean;
import org.uidgenerator.spring.DefaultUidGeneratorFactoryBean;
import org.uidgenerator.spring.UidGeneratorFactoryBean;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;
import org.uidgenerator.spring.boot.internal.settings.UidProperties;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.Clock;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.Layout;
import org.uidgenerator.spring.boot.internal.settings.UidProperties.Policy;
import org.uidgenerator.worker.WorkerIdAssigner;

/**
 * Makes the generators that the properties describe; with factory methods for the reasons of {@link WorkerIdAssigners}.
 */
@Component(BeanNames.GENERATORS)
final class UidGenerators {
    private final GeneratorProperties settings;
    private final BeanFactory beanFactory;

    UidGenerators(GeneratorProperties settings, BeanFactory beanFactory) {
        this.settings = settings;
        this.beanFactory = beanFactory;
    }

    /** Defines a generator; with an assigner of its own it depends on that bean. */
    static RootBeanDefinition define(String generator, UidProperties.Type type, boolean ownWorker) {
        String method = type == UidProperties.Type.CACHED ? "cached" : "unbuffered";
        RootBeanDefinition definition = BeanNames.define(BeanNames.GENERATORS, method, generator);
        // Otherwise JPA, which Spring makes before all else, would find no generator: the factory is not there yet.
        definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, type.generator());
        if (ownWorker) {
            definition.setDependsOn(BeanNames.assignerOf(generator));
        }
        return definition;
    }

    CachedUidGeneratorFactoryBean cached(String generator) {
        UidProperties properties = settings.of(generator);
        requireKeepCounting(properties.clock().policy());
        CachedUidGeneratorFactoryBean factory = new CachedUidGeneratorFactoryBean();
        setCommonOptions(factory, generator, properties);
        factory.setBoostPower(properties.boostPower());
        factory.setPaddingFactor(properties.paddingFactor());
        ifSet(properties.scheduleInterval(), interval -> factory.setScheduleInterval(wholeSeconds(interval)));
        factory.setMaxStaleness(properties.maxStaleness());
        factory.setMaxWorkerIds(properties.maxWorkerIds());
        factory.setRejectedTakeBufferHandler(RejectedTakeBufferHandler.waitFor(properties.maxWait()));
        factory.setOrdering(properties.ordering());
        return factory;
    }

    private static void requireKeepCounting(Policy policy) {
        if (policy != Policy.KEEP_COUNTING) {
            throw new OptionException(
                    "uid.clock.policy",
                    policy,
                    OptionText.of("must be %s unless {uid.type}=unbuffered", Policy.KEEP_COUNTING));
        }
    }

    DefaultUidGeneratorFactoryBean unbuffered(String generator) {
        UidProperties properties = settings.of(generator);
        DefaultUidGeneratorFactoryBean factory = new DefaultUidGeneratorFactoryBean();
        setCommonOptions(factory, generator, properties);
        factory.setMaxWait(properties.maxWait());
        factory.setSequenceStart(properties.sequenceStart());
        factory.setOverflow(properties.overflow());
        factory.setClockPolicy(clockPolicy(properties.clock()));
        return factory;
    }

    private static ClockPolicy clockPolicy(Clock clock) {
        Policy policy = clock.policy();
        return switch (policy) {
            case KEEP_COUNTING -> ClockPolicy.keepCounting();
            case REFUSE -> ClockPolicy.refuse();
            case WAIT_THEN_REFUSE -> ClockPolicy.waitThenRefuse(required(clock.longestWait(), "longest-wait", policy));
            case UNUSED_SEQUENCES -> ClockPolicy.unusedSequences(required(clock.ticks(), "ticks", policy));
            case EXTENSION_BITS -> ClockPolicy.extensionBits(required(clock.extensionBits(), "extension-bits", policy));
            case WITHOUT_CLOCK -> ClockPolicy.withoutClock();
        };
    }

    private static <T> T required(@Nullable T value, String property, Policy policy) {
        if (value == null) {
            throw OptionException.inWords(
                    "uid.clock." + property,
                    null,
                    OptionText.of("%s must be set", OptionText.option("uid.clock." + property)),
                    OptionText.of("{uid.clock.policy}=%s", policy));
        }
        return value;
    }

    private void setCommonOptions(UidGeneratorFactoryBean<?, ?> factory, String generator, UidProperties properties) {
        Layout layout = properties.layout();
        ifSet(layout.preset(), factory::setPreset);
        ifSet(layout.text(), factory::setLayout);
        ifSet(layout.totalBits(), factory::setTotalBits);
        ifSet(layout.timeBits(), factory::setTimeBits);
        ifSet(layout.workerBits(), factory::setWorkerBits);
        ifSet(layout.seqBits(), factory::setSeqBits);
        ifSet(layout.dataCenterBits(), factory::setDataCenterBits);
        ifSet(layout.fieldOrder(), order -> factory.setFieldOrder(order.fields()));
        ifSet(layout.epochStr(), factory::setEpochStr);
        ifSet(layout.tick(), factory::setTick);
        factory.setMaxBorrow(properties.maxBorrow());
        ifSet(properties.worker().dataCenterId(), factory::setDataCenterId);
        if (settings.hasOwnWorker(generator)) {
            factory.setWorkerIdAssigner(beanFactory.getBean(BeanNames.assignerOf(generator), WorkerIdAssigner.class));
        }
    }

    private static long wholeSeconds(Duration interval) {
        if (interval.toNanosPart() != 0) {
            throw new OptionException("uid.schedule-interval", interval, "must be whole seconds");
        }
        return interval.toSeconds();
    }
}
