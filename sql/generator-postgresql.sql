-- Makes UIDs of 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z, as worker 16383, in PostgreSQL from 14.
-- CREATE TABLE shard.ORDERS (ID bigint PRIMARY KEY DEFAULT shard.uid_next(), ...);
BEGIN;

-- Takes the worker id for good from those who lease theirs in the same database.
DO $$
DECLARE
  other text;
BEGIN
  LOCK TABLE WORKER_LEASE IN SHARE ROW EXCLUSIVE MODE;
  SELECT min(LAYOUT) INTO other FROM WORKER_LEASE WHERE NAMESPACE = 'default' AND LAYOUT <> '31/14/18 bits of PT1S from 2026-01-01T00:00:00Z';
  IF other IS NOT NULL THEN
    RAISE EXCEPTION 'all generators of a namespace must have equal layouts: layout=31/14/18 bits of PT1S from 2026-01-01T00:00:00Z, but WORKER_LEASE has %', other;
  END IF;
  IF to_regclass('WORKER_NODE') IS NOT NULL THEN
    EXECUTE 'SELECT max(ID) FROM WORKER_NODE' INTO other;
    IF other::bigint >= 16383 THEN
      RAISE EXCEPTION 'worker id 16383 of schema shard must be above those of WORKER_NODE: the last one is %', other;
    END IF;
  END IF;
  INSERT INTO WORKER_LEASE (NAMESPACE, WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, LAYOUT, HOLDER, HELD, ACQUIRED, MODIFIED)
    VALUES ('default', 16383, 1, /*maxTick*/ 2147483647, 0, '31/14/18 bits of PT1S from 2026-01-01T00:00:00Z', 'schema shard', TRUE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)
    ON CONFLICT DO NOTHING;
  SELECT HOLDER INTO other FROM WORKER_LEASE WHERE NAMESPACE = 'default' AND WORKER_ID = 16383;
  IF other <> 'schema shard' THEN
    RAISE EXCEPTION 'worker id 16383 of schema shard must not be taken by others: WORKER_LEASE has %', other;
  END IF;
END $$;

CREATE SCHEMA IF NOT EXISTS shard;

-- The tick and, in the low bits, the number within it. Never set it back.
CREATE SEQUENCE IF NOT EXISTS shard.uid_place MINVALUE 0 MAXVALUE /*lastPlace*/ 562949953421311 START 0;

-- The sequence counts through both the tick and the number within it, and is set to the tick of the clock once it lags
-- behind. Setting a sequence is not conditional, so it must be safe while others count. Only one session at a time sets
-- it, under a lock, and only when it moves it forward by more than 262144, the greatest number of sessions. A session
-- that finds the sequence that far behind waits for the lock before it counts. Each of the other sessions counts once at
-- most. So the sequence is never set back, however long the session that holds the lock sleeps. The lock is given back
-- by rolling back a block, whatever happens in it, while a sequence that was set stays set.
CREATE OR REPLACE FUNCTION shard.uid_next() RETURNS bigint
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  tick CONSTANT bigint := floor((extract(epoch FROM clock_timestamp()) * 1000 - /*epochMillis*/ 1767225600000) / /*tickMillis*/ 1000);
  place bigint;
BEGIN
  IF tick NOT BETWEEN 0 AND /*maxTick*/ 2147483647 THEN
    RAISE EXCEPTION 'time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=%', clock_timestamp() AT TIME ZONE 'UTC';
  END IF;
  SELECT last_value INTO place FROM shard.uid_place;
  IF place < (tick << /*seqBits*/ 18) - 262144 THEN
    BEGIN
      PERFORM pg_advisory_xact_lock(20260101, 'shard.uid_place'::regclass::oid::integer);
      SELECT last_value INTO place FROM shard.uid_place;
      IF place < (tick << /*seqBits*/ 18) - 262144 THEN
        PERFORM setval('shard.uid_place', tick << /*seqBits*/ 18, false);
      END IF;
      RAISE EXCEPTION USING ERRCODE = 'UID00'; -- rolls the lock back, and not the sequence
    EXCEPTION
      WHEN SQLSTATE 'UID00' THEN NULL;
    END;
  END IF;
  place := nextval('shard.uid_place');
  RETURN ((place >> /*seqBits*/ 18) << /*tickShift*/ 32) | ((place & /*maxSequence*/ 262143) << /*sequenceShift*/ 0) | (16383::bigint << /*workerShift*/ 18);
END $$;

COMMIT;
