-- Reads UIDs of 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z, in PostgreSQL from 14.
-- SELECT * FROM ORDERS WHERE ID >= uid_min('2026-11-01') AND ID < uid_min('2026-12-01');
-- CREATE TABLE ORDERS_2026_11 PARTITION OF ORDERS FOR VALUES FROM (uid_month('2026-11-15')) TO (uid_month('2026-12-15'));
CREATE OR REPLACE FUNCTION uid_refused(uid bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RAISE EXCEPTION 'uid must be in [0, 9223372036854775807]: uid=%', uid
    USING ERRCODE = 'numeric_value_out_of_range';
END $$;

CREATE OR REPLACE FUNCTION uid_refused(moment timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RAISE EXCEPTION 'time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=%', moment AT TIME ZONE 'UTC'
    USING ERRCODE = 'datetime_field_overflow';
END $$;

CREATE OR REPLACE FUNCTION uid_field(uid bigint, shift integer, mask bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN uid BETWEEN 0 AND 9223372036854775807 THEN (uid >> shift) & mask ELSE uid_refused(uid) END
$$;

CREATE OR REPLACE FUNCTION uid_worker(uid bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT uid_field(uid, /*workerShift*/ 18, /*workerMask*/ 16383)
$$;

CREATE OR REPLACE FUNCTION uid_sequence(uid bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT uid_field(uid, /*sequenceShift*/ 0, /*sequenceMask*/ 262143)
$$;

CREATE OR REPLACE FUNCTION uid_time(uid bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (timestamp 'epoch'
    + (uid_field(uid, /*tickShift*/ 32, /*maxTick*/ 2147483647) * /*tickMillis*/ 1000 + /*epochMillis*/ 1767225600000) / 86400000 * interval '1 day'
    + (uid_field(uid, /*tickShift*/ 32, /*maxTick*/ 2147483647) * /*tickMillis*/ 1000 + /*epochMillis*/ 1767225600000) % 86400000 * interval '1 millisecond')
    AT TIME ZONE 'UTC'
$$;

CREATE OR REPLACE FUNCTION uid_min(moment timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN extract(epoch FROM moment) * 1000 >= /*epochMillis*/ 1767225600000 AND extract(epoch FROM moment) * 1000 < /*endMillis*/ 3914709248000
    THEN floor((extract(epoch FROM moment) * 1000 - /*epochMillis*/ 1767225600000) / /*tickMillis*/ 1000)::bigint << /*tickShift*/ 32
    ELSE uid_refused(moment) END
$$;

CREATE OR REPLACE FUNCTION uid_max(moment timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT uid_min(moment) | /*restMask*/ 4294967295
$$;

-- The month of the epoch begins with 0.
CREATE OR REPLACE FUNCTION uid_month(moment timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN date_trunc('month', moment AT TIME ZONE 'UTC') = date_trunc('month', uid_time(0) AT TIME ZONE 'UTC') THEN 0
    ELSE uid_min(date_trunc('month', moment AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') END
$$;
