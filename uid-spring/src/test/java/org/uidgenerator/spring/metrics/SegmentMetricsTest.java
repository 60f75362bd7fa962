package org.uidgenerator.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.test.internal.Patience;

class SegmentMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong nanoTime = new AtomicLong();
    private final JdbcDataSource database = new JdbcDataSource();
    private SegmentIdGenerator generator;

    @BeforeEach
    void start() {
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcSegmentStore table = JdbcSegmentStore.builder(database)
                .unknownTags(UnknownTags.CREATE)
                .build();
        generator = SegmentIdGenerator.builder(table)
                .minStep(100)
                .maxWait(Duration.ofMinutes(1))
                .build();
    }

    @AfterEach
    void close() {
        generator.close();
    }

    private void bind() {
        new SegmentMetrics(generator, "segments", nanoTime::get).bindTo(registry);
    }

    /** As a registry that is scraped reads it, later than that a snapshot would do. */
    private double tags() {
        nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(1));
        return registry.get("uid.segment.tags")
                .tag("generator", "segments")
                .gauge()
                .value();
    }

    private double gauge(String meter, String tag) {
        return registry.get(meter)
                .tag("generator", "segments")
                .tag("tag", tag)
                .gauge()
                .value();
    }

    private double ranges(String tag) {
        return registry.get("uid.segment.ranges")
                .tag("tag", tag)
                .functionCounter()
                .count();
    }

    @Test
    void showWhatATagIsDoing() {
        generator.tag("orders");
        bind();

        assertThat(tags()).isEqualTo(1);
        assertThat(gauge("uid.segment.available", "orders")).isEqualTo(100);
        assertThat(gauge("uid.segment.step", "orders")).isEqualTo(100);
        assertThat(gauge("uid.segment.highest", "orders")).isEqualTo(100);
        assertThat(ranges("orders")).isEqualTo(1);
        assertThat(gauge("uid.segment.failing", "orders")).isZero();
    }

    @Test
    void comeWithTheTagsThatAreUsedLater() {
        bind();
        assertThat(tags()).isZero();

        generator.tag("orders");
        generator.tag("parcels");

        assertThat(tags()).isEqualTo(2);
        assertThat(gauge("uid.segment.highest", "orders")).isEqualTo(100);
        assertThat(gauge("uid.segment.highest", "parcels")).isEqualTo(100);
    }

    @Test
    void areOneSnapshotAScrape() {
        generator.tag("orders");
        bind();
        assertThat(tags()).isEqualTo(1);
        generator.getUID("orders");

        assertThat(gauge("uid.segment.available", "orders")).isEqualTo(100);
        nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(gauge("uid.segment.available", "orders")).isEqualTo(99);
    }

    @Test
    void areSumsBeyondAHundredTags() {
        for (int i = 0; i < SegmentMetrics.MOST_TAGS; i++) {
            generator.tag("tag-" + i);
        }
        bind();
        assertThat(tags()).isEqualTo(100);
        assertThat(registry.find("uid.segment.ranges")
                        .tag("tag", SegmentMetrics.OTHERS)
                        .meters())
                .isEmpty();

        for (String beyond : new String[] {"a", "b", "c"}) { // above the others by name
            generator.tag(beyond);
        }

        assertThat(tags()).isEqualTo(103);
        assertThat(gauge("uid.segment.available", SegmentMetrics.OTHERS)).isEqualTo(300);
        assertThat(ranges(SegmentMetrics.OTHERS)).isEqualTo(3);
        assertThat(gauge("uid.segment.failing", SegmentMetrics.OTHERS)).isZero();
        assertThat(registry.getMeters().stream()
                        .map(Meter::getId)
                        .filter(id -> SegmentMetrics.OTHERS.equals(id.getTag("tag")))
                        .map(Meter.Id::getName))
                .containsExactlyInAnyOrder("uid.segment.available", "uid.segment.ranges", "uid.segment.failing");
        assertThat(registry.find("uid.segment.highest").gauges()).hasSize(100);
    }

    @Test
    void goWithTagsThatAreForgotten() {
        bind();
        for (int i = 0; i <= SegmentMetrics.MOST_TAGS; i++) {
            generator.tag("tag-" + i);
        }
        assertThat(tags()).isEqualTo(101);
        assertThat(gauge("uid.segment.available", SegmentMetrics.OTHERS)).isEqualTo(100);

        generator.forget("tag-1");

        assertThat(tags()).isEqualTo(100);
        assertThat(registry.find("uid.segment.highest").tag("tag", "tag-1").meters())
                .isEmpty();
        assertThat(registry.find("uid.segment.highest").gauges()).hasSize(100);
        assertThat(gauge("uid.segment.available", SegmentMetrics.OTHERS)).isZero();

        generator.tag("tag-1");
        generator.forget("tag-2");
        assertThat(tags()).isEqualTo(100);
        assertThat(gauge("uid.segment.highest", "tag-1")).isIn(100.0, 200.0); // what was left is given back meanwhile
    }

    @Test
    void showATagWhoseStoreIsAway() {
        SegmentTag orders = generator.tag("orders");
        bind();
        database.setUrl("jdbc:h2:mem:gone;IFEXISTS=TRUE");

        Patience.spinUntil(() -> {
            orders.tryGetUID(Duration.ZERO);
            return orders.status().storeFailure() != null
                    && orders.status().available() == 0; // asked in the background
        });

        assertThat(tags()).isEqualTo(1);
        assertThat(gauge("uid.segment.failing", "orders")).isEqualTo(1);
        assertThat(gauge("uid.segment.available", "orders")).isZero();
    }
}
