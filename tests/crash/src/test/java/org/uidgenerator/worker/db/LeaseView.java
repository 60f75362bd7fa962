package org.uidgenerator.worker.db;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What the table of leases says. A database that does not answer is one that does not tell. */
final class LeaseView {
    private final JdbcTemplate jdbc;

    LeaseView(String url) {
        jdbc = new JdbcTemplate(new DriverManagerDataSource(url));
    }

    /** The worker id that somebody holds, waiting for the database to tell. */
    OptionalLong workerIdOf(String holder, Duration longest) {
        long[] found = {-1};
        Until.holds(longest, () -> {
            found[0] = ask("SELECT MAX(WORKER_ID) FROM WORKER_LEASE WHERE HELD AND HOLDER = ?", holder);
            return found[0] >= 0;
        });
        return found[0] < 0 ? OptionalLong.empty() : OptionalLong.of(found[0]);
    }

    /** Whether whoever finds no other worker id takes this one from somebody who has not given it back. */
    boolean isOverdue(long workerId) {
        long through =
                ask("SELECT RESERVED_THROUGH + NEXT_RESERVATION FROM WORKER_LEASE WHERE WORKER_ID = ?", workerId);
        return through >= 0 && through < IdSpace.tickOfNow();
    }

    /** Whether a transaction that has not ended has changed the row of a worker id. */
    boolean isLocked(long workerId) {
        return ask("SELECT WORKER_ID FROM WORKER_LEASE WHERE WORKER_ID = ? FOR UPDATE SKIP LOCKED", workerId) < 0;
    }

    /** Whether a worker id is in other hands, or has been and was given back. */
    boolean hasLeft(long workerId, String holder) {
        return ask(
                        "SELECT COUNT(*) FROM WORKER_LEASE WHERE WORKER_ID = ? AND (NOT HELD OR HOLDER <> ?)",
                        workerId,
                        holder)
                > 0;
    }

    boolean isHeldBy(long workerId, String holder) {
        return ask("SELECT COUNT(*) FROM WORKER_LEASE WHERE WORKER_ID = ? AND HELD AND HOLDER = ?", workerId, holder)
                > 0;
    }

    private long ask(String query, Object... parameters) {
        try {
            List<Long> answer = jdbc.queryForList(query, Long.class, parameters);
            return answer.isEmpty() || answer.get(0) == null ? -1 : answer.get(0);
        } catch (DataAccessException e) {
            return -1;
        }
    }
}
