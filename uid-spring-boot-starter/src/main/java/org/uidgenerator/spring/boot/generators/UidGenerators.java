package org.uidgenerator.spring.boot.generators;

import static org.uidgenerator.spring.boot.internal.Setters.ifSet;
import static org.uidgenerator.spring.boot.internal.Setters.required;

import java.time.Duration;
import org.springframework.beans.factory.BeanFactory;
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

/** Makes the generators that the properties describe. */
@Component(BeanNames.GENERATORS)
record UidGenerators(GeneratorProperties settings, BeanFactory beanFactory) {
    CachedUidGeneratorFactoryBean cached(String generator) {
        UidProperties properties = settings.of(generator);
        Policy policy = properties.clock().policy();
        if (policy != Policy.KEEP_COUNTING) {
            throw new OptionException(
                    "uid.clock.policy",
                    policy,
                    OptionText.of("must be %s unless {uid.type}=unbuffered", Policy.KEEP_COUNTING));
        }
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
        OptionText chosen = OptionText.of("{uid.clock.policy}=%s", policy);
        return switch (policy) {
            case KEEP_COUNTING -> ClockPolicy.keepCounting();
            case REFUSE -> ClockPolicy.refuse();
            case WAIT_THEN_REFUSE ->
                ClockPolicy.waitThenRefuse(required(clock.longestWait(), "uid.clock.longest-wait", chosen));
            case UNUSED_SEQUENCES -> ClockPolicy.unusedSequences(required(clock.ticks(), "uid.clock.ticks", chosen));
            case EXTENSION_BITS ->
                ClockPolicy.extensionBits(required(clock.extensionBits(), "uid.clock.extension-bits", chosen));
            case WITHOUT_CLOCK -> ClockPolicy.withoutClock();
        };
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
        if (settings.hasOwn(generator, "worker")) {
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
