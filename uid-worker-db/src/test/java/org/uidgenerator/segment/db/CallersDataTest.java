package org.uidgenerator.segment.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.dynamic.datasource.DynamicRoutingDataSource;
import com.baomidou.dynamic.datasource.toolkit.DynamicDataSourceContextHolder;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.testing.PostgreSqlServer;

/** What the thread of a caller carries is not what the store sees: the key of another database, a transaction. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class CallersDataTest {
    /** What chooses between two databases by what the thread carries, A unless it says B. */
    private enum Routing {
        SPRING {
            private static final ThreadLocal<String> KEY = new InheritableThreadLocal<>();

            @Override
            DataSource over(DataSource a, DataSource b) {
                AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
                    @Override
                    protected @Nullable Object determineCurrentLookupKey() {
                        return KEY.get();
                    }
                };
                routing.setTargetDataSources(Map.of("B", b));
                routing.setDefaultTargetDataSource(a);
                routing.afterPropertiesSet();
                return routing;
            }

            @Override
            void begin() {
                KEY.set("B");
            }

            @Override
            void end() {
                KEY.remove();
            }
        },

        DYNAMIC_DATASOURCE {
            @Override
            DataSource over(DataSource a, DataSource b) {
                DynamicRoutingDataSource routing =
                        new DynamicRoutingDataSource(List.of(() -> Map.of("master", a, "B", b)));
                routing.afterPropertiesSet();
                return routing;
            }

            @Override
            void begin() {
                DynamicDataSourceContextHolder.push("B");
            }

            @Override
            void end() {
                DynamicDataSourceContextHolder.clear();
            }
        };

        abstract DataSource over(DataSource a, DataSource b);

        /** Leads this thread to B. */
        abstract void begin();

        abstract void end();
    }

    private final PostgreSqlServer server = PostgreSqlServer.shared();
    private final String name = server.newDatabase();
    private final DataSource a = database(name);

    private DataSource database(String name) {
        return new DriverManagerDataSource(server.url(name));
    }

    private static JdbcSegmentStore withCounter(DataSource database) {
        JdbcSegmentStore store = JdbcSegmentStore.builder(database)
                .tableCreation(TableCreation.ALWAYS)
                .build();
        store.create("orders", 1);
        return store;
    }

    private static SegmentIdGenerator on(DataSource database) {
        return SegmentIdGenerator.builder(JdbcSegmentStore.on(database))
                .maxWait(Patience.LONGEST)
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void getsNoNumberTwiceIfItLeadsToACopyOfTheDatabase(Routing routing) {
        JdbcSegmentStore counters = withCounter(a);
        SegmentIdGenerator.builder(counters).build().tag("orders"); // and a store identity
        String copy = name + "_copy";
        new JdbcTemplate(database("postgres")).execute("CREATE DATABASE " + copy + " TEMPLATE " + name);
        DataSource b = database(copy);
        Set<Long> numbers = new TreeSet<>();

        try (SegmentIdGenerator one = on(routing.over(a, b));
                SegmentIdGenerator other = on(routing.over(a, b))) {
            routing.begin();
            try {
                for (int i = 0; i < 50; i++) {
                    numbers.add(one.getUID("orders"));
                }
            } finally {
                routing.end();
            }
            for (int i = 0; i < 50; i++) {
                numbers.add(other.getUID("orders"));
            }
        }

        assertThat(numbers).hasSize(100);
        assertThat(JdbcSegmentStore.on(b).describe("orders")).contains(new SegmentCounter("orders", 1_000));
    }

    @ParameterizedTest
    @EnumSource
    void bindsNoGeneratorToAnotherDatabaseForItsLife(Routing routing) {
        withCounter(a);
        DataSource b = database(server.newDatabase());
        SegmentIdGenerator.builder(withCounter(b)).build().tag("orders");

        try (SegmentIdGenerator segments = on(routing.over(a, b))) {
            routing.begin();
            try {
                assertThat(segments.getUID("orders")).isEqualTo(1);
            } finally {
                routing.end();
            }
            segments.tag("orders").getUIDs(new long[3_000]);
        }
    }

    @Test
    void keepsNoCallWaitingLongerThanItIsToldToThoughItHasTheLastConnection() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(server.url(name));
            pool.setMaximumPoolSize(1);
            pool.setConnectionTimeout(Patience.LONGEST.toMillis());
            JdbcSegmentStore counters = withCounter(pool);
            try (SegmentIdGenerator segments = SegmentIdGenerator.builder(counters)
                    .maxWait(Duration.ofMillis(100))
                    .build()) {
                new TransactionTemplate(new JdbcTransactionManager(pool)).executeWithoutResult(status -> {
                    assertThatThrownBy(() -> segments.getUID("orders"))
                            .isInstanceOf(UidGenerateException.class)
                            .hasMessage(
                                    "segments/orders has no UID after waiting for 100 ms: the store has not answered yet");
                });
                Patience.spinUntil(() -> !segments.status().isEmpty());
                assertThat(segments.getUID("orders")).isEqualTo(1);
            }
        }
    }

    @Test
    void countsOnWithoutAGapAfterACleanStop() {
        JdbcSegmentStore counters = withCounter(a);
        for (int start = 1; start <= 4; start++) {
            try (SegmentIdGenerator segments = SegmentIdGenerator.builder(counters)
                    .maxWait(Patience.LONGEST)
                    .build()) {
                assertThat(segments.getUID("orders")).isEqualTo(start);
            }
        }
    }
}
