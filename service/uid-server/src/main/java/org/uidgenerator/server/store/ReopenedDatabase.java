package org.uidgenerator.server.store;

import static java.lang.System.Logger.Level.WARNING;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.server.edge.Pause;

/**
 * Opens an H2 database in this process again after it has closed itself, which it does when it cannot write, as on a
 * full disk. H2 opens it for the first new connection, but the old ones look well to the pool for as long as they live.
 *
 * <p>So the pool gives up all of them once one has met a closed database. Commits are written at once, not half a
 * second later. A commit that was reported, and lost when the database closed itself, would look permanent to the
 * caller that asked the reopened one for it to be written.
 */
@Component
final class ReopenedDatabase implements BeanPostProcessor {
    private static final System.Logger LOG = System.getLogger(ReopenedDatabase.class.getName());

    /** H2's code for a database that has closed itself. */
    private static final int DATABASE_IS_CLOSED = 90_098;

    private static final String WRITE_DELAY = "WRITE_DELAY";

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool && mayBeOpenedAgain(pool.getJdbcUrl())) {
            pool.addDataSourceProperty(WRITE_DELAY, "0");
            pool.setExceptionOverride(new Eviction(pool));
        }
        return bean;
    }

    /** An address that has a delay of its own keeps it, since H2 refuses two. */
    static boolean mayBeOpenedAgain(@Nullable String url) {
        return url != null
                && SqlDialect.H2.isEmbedded(url)
                && !url.toUpperCase(Locale.ROOT).contains(";" + WRITE_DELAY + "=");
    }

    /** Asked about each exception of a connection. */
    private static final class Eviction implements SQLExceptionOverride {
        private final HikariDataSource pool;
        private final Pause pause = new Pause(Duration.ofMinutes(1), System::nanoTime);

        Eviction(HikariDataSource pool) {
            this.pool = pool;
        }

        @java.lang.Override // the interface has a type of this name
        public SQLExceptionOverride.Override adjudicate(SQLException failure) {
            if (failure.getErrorCode() != DATABASE_IS_CLOSED) {
                return SQLExceptionOverride.super.adjudicate(failure);
            }
            HikariPoolMXBean connections = pool.getHikariPoolMXBean();
            if (connections != null) {
                if (pause.isOver()) { // the log may be on the disk that is full
                    LOG.log(
                            WARNING,
                            "the database has closed itself and is opened again: {0}",
                            NestedExceptionUtils.getMostSpecificCause(failure).toString());
                }
                connections.softEvictConnections();
            }
            return SQLExceptionOverride.Override.MUST_EVICT;
        }
    }
}
