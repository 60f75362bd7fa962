package org.uidgenerator.pools;

import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.test.contract.SegmentStoreContract;
import org.uidgenerator.test.contract.WorkerLeaseStoreContract;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** The promises of stores of leases and counters, behind each pool and proxy, on each server. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@ParameterizedClass(name = "{0} on {1}")
@MethodSource("cells")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoolsTest {
    @Parameter(0)
    private Pool kind;

    @Parameter(1)
    private Server server;

    private DataSource pool;

    static Stream<Arguments> cells() {
        return Stream.of(Server.values())
                .flatMap(server -> Stream.of(Pool.values())
                        .filter(pool -> pool.fits(server))
                        .map(pool -> Arguments.of(pool, server)));
    }

    @BeforeParameterizedClassInvocation
    void open() throws Exception {
        pool = kind.over(server, server.shared().url(server.shared().newDatabase()));
    }

    @AfterParameterizedClassInvocation
    void close() throws Exception {
        if (pool instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    @Nested
    class WorkerIds extends WorkerLeaseStoreContract {
        @Override
        protected WorkerLeaseStore newStore(String namespace) {
            return JdbcLeaseStore.builder(pool)
                    .tableCreation(TableCreation.ALWAYS)
                    .namespace(namespace)
                    .build();
        }
    }

    @Nested
    class Counters extends SegmentStoreContract {
        @Override
        protected SegmentStore newStore() {
            return JdbcSegmentStore.builder(pool)
                    .tableCreation(TableCreation.ALWAYS)
                    .build();
        }
    }
}
