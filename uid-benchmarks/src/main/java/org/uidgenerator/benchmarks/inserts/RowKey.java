package org.uidgenerator.benchmarks.inserts;

import com.github.f4b6a3.uuid.UuidCreator;
import java.sql.Connection;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.uidgenerator.benchmarks.contestants.Contestant;
import org.uidgenerator.benchmarks.contestants.CosIdChain;
import org.uidgenerator.benchmarks.contestants.Entrant;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** The kinds of primary keys, as an application would configure them. */
public enum RowKey {
    /** Of a {@link CachedUidGenerator} in its default settings, whose worker id is leased in the same database. */
    UID("UID", true, false) {
        @Override
        KeyMaker maker(Target target, DataSource pool) {
            LeasedWorkerIds workers = LeasedWorkerIds.on(JdbcLeaseStore.builder(pool)
                    .tableCreation(TableCreation.ALWAYS)
                    .build());
            CachedUidGenerator generator = CachedUidGenerator.builder(workers).build();
            return made(generator::getUID, () -> {
                generator.close();
                workers.close();
            });
        }
    },
    /** From the column itself, returned with the answer to the insert. */
    IDENTITY("identity column", false, false) {
        @Override
        KeyMaker maker(Target target, DataSource pool) {
            return connection -> null;
        }
    },
    /** From a sequence, asked once per row before the row is inserted. */
    SEQUENCE("sequence, 1 per call", false, false) {
        @Override
        boolean runsOn(Target target) {
            return target.hasSequences();
        }

        @Override
        KeyMaker maker(Target target, DataSource pool) {
            return target::nextOfSequence;
        }
    },
    /** As Hibernate's optimizer {@code pooled-lo} takes them: one call for fifty rows of the process. */
    POOLED("pooled sequence, 50 per call", false, false) {
        @Override
        KeyMaker maker(Target target, DataSource pool) {
            return new PooledKeys(target, pool);
        }
    },
    UUID_V7("UUID version 7", true, true) {
        @Override
        KeyMaker maker(Target target, DataSource pool) {
            return connection -> target.parameter(UuidCreator.getTimeOrderedEpoch());
        }
    },
    UUID_V4("UUID version 4, random", false, true) {
        @Override
        KeyMaker maker(Target target, DataSource pool) {
            return connection -> target.parameter(UUID.randomUUID());
        }
    },
    COSID("CosId snowflake", true, false) {
        @Override
        KeyMaker maker(Target target, DataSource pool) {
            return made(Entrant.COSID.start());
        }
    },
    /** CosId's ranges of a counter, which is a row of the same database, with its default step. */
    COSID_CHAIN("CosId segment chain", false, false) {
        @Override
        KeyMaker maker(Target target, DataSource pool) {
            return made(new CosIdChain(new CounterRow(pool)));
        }
    };

    private final String shownName;
    private final boolean hasTime;
    private final boolean isUuid;

    RowKey(String shownName, boolean hasTime, boolean isUuid) {
        this.shownName = shownName;
        this.hasTime = hasTime;
        this.isUuid = isUuid;
    }

    public String shownName() {
        return shownName;
    }

    /** Returns whether rows in the order of their keys are rows in the order of their time. */
    public boolean hasTime() {
        return hasTime;
    }

    boolean isUuid() {
        return isUuid;
    }

    boolean runsOn(Target target) {
        return true;
    }

    abstract KeyMaker maker(Target target, DataSource pool);

    private static KeyMaker made(Contestant contestant) {
        return made(contestant::next, contestant::close);
    }

    private static KeyMaker made(Supplier<Object> next, Runnable close) {
        return new KeyMaker() {
            @Override
            public Object next(Connection connection) {
                return next.get();
            }

            @Override
            public void close() {
                close.run();
            }
        };
    }
}
