package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.crac.Core;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.xml.XmlBeanDefinitionReader;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.segment.db.JdbcSegmentStore;

class SegmentIdGeneratorFactoryBeanTest {
    private final JdbcDataSource database = new JdbcDataSource();
    private final JdbcSegmentStore table = JdbcSegmentStore.on(database);
    private final GenericApplicationContext context = new GenericApplicationContext();

    @BeforeEach
    void createCounters() {
        jdk.crac.Core.reset();
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        table.create("orders", 1);
        table.create("parcels", 500);
        context.registerBean("dataSource", JdbcDataSource.class, () -> database);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private void defineGenerator() {
        context.registerBean("segmentStore", SegmentStore.class, () -> table);
        context.registerBean("segments", SegmentIdGeneratorFactoryBean.class, () -> {
            SegmentIdGeneratorFactoryBean factory = new SegmentIdGeneratorFactoryBean();
            factory.setMinStep(100);
            return factory;
        });
    }

    private SegmentIdGenerator segments() {
        return context.getBean(SegmentIdGenerator.class);
    }

    @Test
    void isDescribedInXml() {
        new XmlBeanDefinitionReader(context)
                .loadBeanDefinitions(new ByteArrayResource("""
                        <beans xmlns="http://www.springframework.org/schema/beans"
                            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                            xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans.xsd">
                          <bean id="segmentStore" class="org.uidgenerator.segment.db.JdbcSegmentStore" factory-method="on">
                            <constructor-arg ref="dataSource"/>
                          </bean>
                          <bean id="segments" class="org.uidgenerator.spring.SegmentIdGeneratorFactoryBean">
                            <property name="store" ref="segmentStore"/>
                            <property name="tags" value="orders, parcels"/>
                            <property name="name" value="counters"/>
                            <property name="minStep" value="10"/>
                            <property name="maxStep" value="20"/>
                            <property name="stepDuration" value="1h"/>
                            <property name="maxWait" value="100ms"/>
                            <property name="storeThreads" value="2"/>
                          </bean>
                          <bean id="orders" factory-bean="segments" factory-method="tag">
                            <constructor-arg value="orders"/>
                          </bean>
                        </beans>
                        """.getBytes(StandardCharsets.UTF_8)));
        context.refresh();

        assertThat(context.getBean("orders", SegmentTag.class).getUID()).isEqualTo(1);
        assertThat(segments().getUID("parcels")).isEqualTo(500);
        assertThat(segments().tag("orders")).hasToString("counters/orders");
        assertThat(segments().tag("orders").status().step()).isEqualTo(10);
    }

    @Test
    void keepsTheDefaultsOfTheBuilderAndTheNameOfTheBean() {
        context.registerBean("segmentStore", SegmentStore.class, () -> table);
        context.registerBean("counters", SegmentIdGeneratorFactoryBean.class);
        context.refresh();

        assertThat(segments().tag("orders")).hasToString("counters/orders");
        assertThat(segments().tag("orders").status().step()).isEqualTo(1_000);
        assertThat(table.describe("parcels").orElseThrow().last()).isEqualTo(499);
    }

    @Test
    void endsTheStartWithATagThatTheStoreDoesNotKnow() {
        defineGenerator();
        context.getBeanDefinition("segments").getPropertyValues().add("tags", "orders,ordrs");

        assertThatThrownBy(context::refresh)
                .rootCause()
                .isInstanceOf(UidGenerateException.class)
                .hasMessage("no counter of tag ordrs in SEGMENT, JdbcSegmentStore.create makes one");
    }

    @Test
    void needsAStore() {
        context.registerBean("segments", SegmentIdGeneratorFactoryBean.class);

        assertThatThrownBy(context::refresh)
                .rootCause()
                .hasMessageContaining("No qualifying bean of type 'org.uidgenerator.segment.SegmentStore'");
        assertThatThrownBy(new SegmentIdGeneratorFactoryBean()::afterPropertiesSet)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("store must be set outside of a Spring context");
    }

    @Test
    void refusesAWrongOption() {
        SegmentIdGeneratorFactoryBean factory = new SegmentIdGeneratorFactoryBean();
        factory.setStore(table);
        factory.setMaxWait(Duration.ofSeconds(-1));

        assertThatThrownBy(factory::afterPropertiesSet)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxWait must not be negative: maxWait=PT-1S");
        factory.setMaxWait(Duration.ZERO);
        factory.setStoreThreads(0);
        assertThatThrownBy(factory::afterPropertiesSet).hasMessage("storeThreads must be in [1, 64]: storeThreads=0");
    }

    @Test
    void isClosedWithItsContext() {
        defineGenerator();
        context.refresh();
        SegmentTag orders = segments().tag("orders");

        context.close();

        assertThatThrownBy(orders::getUID).hasMessage("segments/orders is closed");
    }

    @Test
    void isStoppedAndStartedWithItsContext() {
        defineGenerator();
        context.refresh();
        SegmentTag orders = segments().tag("orders");
        assertThat(orders.getUID()).isEqualTo(1);

        context.stop();
        assertThatThrownBy(orders::getUID).hasMessage("segments/orders is suspended");
        context.start();

        assertThat(orders.getUID()).isEqualTo(2);
    }

    @Test
    void handsNoNumberOutTwiceWhenASnapshotIsRestoredMoreThanOnce() throws Exception {
        defineGenerator();
        context.refresh();
        SegmentTag orders = segments().tag("orders");
        long before = orders.getUID();
        List<Long> ofCopies = new ArrayList<>();
        jdk.crac.Core.onDisk = () -> {
            assertThatThrownBy(orders::getUID).hasMessage("segments/orders is suspended");
            ofCopies.add(table.take("orders", 10).first());
        };

        Core.checkpointRestore();
        long first = orders.getUID();
        Core.checkpointRestore();
        long second = orders.getUID();

        assertThat(before).isEqualTo(1);
        assertThat(ofCopies).containsExactly(2L, 13L);
        assertThat(first).isEqualTo(12);
        assertThat(second).isEqualTo(23);
    }
}
