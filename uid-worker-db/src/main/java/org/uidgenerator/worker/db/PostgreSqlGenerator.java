package org.uidgenerator.worker.db;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The generator of {@link SqlFunctions} for PostgreSQL: Instagram's, with a sequence that knows the tick, too.
 *
 * <pre>
 *   the sequence:   tick | sequence      nextval() counts through both; once it lags behind the clock, it is set to now | 0
 * </pre>
 *
 * <p>Setting a sequence is not conditional, so it must be safe while others count. Only one session at a time sets it,
 * under a lock, and only when it moves it forward by more than the greatest number of sessions. A session that finds
 * the sequence that far behind waits for the lock before it counts. Each of the other sessions counts once at most. So
 * the sequence is never set back, however long the session that holds the lock sleeps.
 *
 * <p>The lock is given back by rolling back a block, whatever happens in it, while a sequence that was set stays set.
 */
final class PostgreSqlGenerator {
    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,39}");

    /** The most sessions that PostgreSQL can have. */
    private static final int LAG = 1 << 18;

    private static final String SCRIPT = """
            -- Makes UIDs of ${layout}, as worker ${worker}, in PostgreSQL from 14.
            -- CREATE TABLE ${schema}.ORDERS (ID bigint PRIMARY KEY DEFAULT ${schema}.uid_next(), ...);
            BEGIN;

            -- Takes the worker id for good from those who lease theirs in the same database.
            DO $$
            DECLARE
              other text;
            BEGIN
              LOCK TABLE WORKER_LEASE IN SHARE ROW EXCLUSIVE MODE;
              SELECT min(LAYOUT) INTO other FROM WORKER_LEASE WHERE NAMESPACE = 'default' AND LAYOUT <> '${layout}';
              IF other IS NOT NULL THEN
                RAISE EXCEPTION 'all generators of a namespace must have equal layouts: layout=${layout}, but WORKER_LEASE has %', other;
              END IF;
              IF to_regclass('WORKER_NODE') IS NOT NULL THEN
                EXECUTE 'SELECT max(ID) FROM WORKER_NODE' INTO other;
                IF other::bigint >= ${worker} THEN
                  RAISE EXCEPTION 'worker id ${worker} of schema ${schema} must be above those of WORKER_NODE: the last one is %', other;
                END IF;
              END IF;
              INSERT INTO WORKER_LEASE (NAMESPACE, WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, LAYOUT, HOLDER, HELD, ACQUIRED, MODIFIED)
                VALUES ('default', ${worker}, 1, ${maxTick}, 0, '${layout}', 'schema ${schema}', TRUE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)
                ON CONFLICT DO NOTHING;
              SELECT HOLDER INTO other FROM WORKER_LEASE WHERE NAMESPACE = 'default' AND WORKER_ID = ${worker};
              IF other <> 'schema ${schema}' THEN
                RAISE EXCEPTION 'worker id ${worker} of schema ${schema} must be nobody else''s: WORKER_LEASE has %', other;
              END IF;
            END $$;

            CREATE SCHEMA IF NOT EXISTS ${schema};

            -- The tick and, in the low ${seqBits} bits, the number within it. Never set it back.
            CREATE SEQUENCE IF NOT EXISTS ${schema}.uid_place MINVALUE 0 MAXVALUE ${lastPlace} START 0;

            CREATE OR REPLACE FUNCTION ${schema}.uid_next() RETURNS bigint
            LANGUAGE plpgsql VOLATILE AS $$
            DECLARE
              tick CONSTANT bigint := floor((extract(epoch FROM clock_timestamp()) * 1000 - ${epochMillis}) / ${tickMillis});
              place bigint;
            BEGIN
              IF tick NOT BETWEEN 0 AND ${maxTick} THEN
                RAISE EXCEPTION 'time must be in [${epoch}, ${end}): time=%', clock_timestamp() AT TIME ZONE 'UTC';
              END IF;
              SELECT last_value INTO place FROM ${schema}.uid_place;
              IF place < (tick << ${seqBits}) - ${lag} THEN
                BEGIN
                  PERFORM pg_advisory_xact_lock(20260101, '${schema}.uid_place'::regclass::oid::integer);
                  SELECT last_value INTO place FROM ${schema}.uid_place;
                  IF place < (tick << ${seqBits}) - ${lag} THEN
                    PERFORM setval('${schema}.uid_place', tick << ${seqBits}, false);
                  END IF;
                  RAISE EXCEPTION USING ERRCODE = 'UID00'; -- rolls the lock back, and not the sequence
                EXCEPTION
                  WHEN SQLSTATE 'UID00' THEN NULL;
                END;
              END IF;
              place := nextval('${schema}.uid_place');
              RETURN ((place >> ${seqBits}) << ${tickShift}) | ((place & ${maxSequence}) << ${seqShift}) | ${workerInPlace};
            END $$;

            COMMIT;
            """;

    private PostgreSqlGenerator() {}

    static String making(LayoutNumbers numbers, String schema, long workerId) {
        if (!SCHEMA.matcher(schema).matches()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "schema must be a lower-case SQL identifier %s: schema=%s", SCHEMA, schema));
        }
        numbers.layout().requireWorkerId(workerId);
        long lastPlace = numbers.layout().maxTick() << numbers.layout().seqBits()
                | numbers.layout().maxSequence();
        return numbers.fill(SCRIPT.replace("${schema}", schema)
                .replace("${workerInPlace}", Long.toString(workerId << numbers.workerShift()))
                .replace("${worker}", Long.toString(workerId))
                .replace("${lastPlace}", Long.toString(lastPlace))
                .replace("${lag}", Integer.toString(LAG)));
    }
}
