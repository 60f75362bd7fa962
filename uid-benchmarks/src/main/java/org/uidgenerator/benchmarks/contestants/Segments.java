package org.uidgenerator.benchmarks.contestants;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.UidRange;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.testing.PostgreSqlServer;

/** A tag of {@link SegmentIdGenerator}. */
final class Segments implements Contestant {
    /** Long enough that ranges are taken some hundred times a second, short enough that calls meet their ends. */
    private static final long STEP = 4_000_000;

    private static final String TAG = "orders";

    private final SegmentIdGenerator generator;
    private final Runnable closeStore;
    private final SegmentTag tag;

    private Segments(SegmentIdGenerator.Builder builder, Runnable closeStore) {
        generator = builder.build();
        this.closeStore = closeStore;
        tag = generator.tag(TAG);
    }

    /** Takes long ranges of a counter in memory, which shows what the generator itself costs. */
    static Segments inMemory() {
        AtomicLong counter = new AtomicLong();
        return new Segments(
                SegmentIdGenerator.builder((tag, length) -> {
                            long last = counter.addAndGet(length);
                            return new UidRange(last - length + 1, last, 1);
                        })
                        .minStep(STEP)
                        .maxStep(STEP),
                () -> {});
    }

    /** Takes ranges of the default lengths of a counter in a database, as an application does. */
    static Segments inPostgreSql() {
        PostgreSqlServer server = new PostgreSqlServer();
        server.start();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.url(server.newDatabase()));
        HikariDataSource pool = new HikariDataSource(config);
        JdbcSegmentStore store = JdbcSegmentStore.builder(pool)
                .tableCreation(TableCreation.ALWAYS)
                .build();
        store.create(TAG, 1);
        return new Segments(SegmentIdGenerator.builder(store), () -> {
            pool.close();
            server.close();
        });
    }

    @Override
    public long next() {
        return tag.getUID();
    }

    @Override
    public void close() {
        generator.close();
        closeStore.run();
    }
}
