package org.uidgenerator.worker.db;

/** The functions of {@link SqlFunctions} for PostgreSQL. All but the refusals are SQL that the planner inlines. */
final class PostgreSqlFunctions {
    private static final String REFUSALS = """
            -- Reads UIDs of ${layout}, in PostgreSQL from 14.
            -- SELECT * FROM ORDERS WHERE ID >= uid_min('2026-11-01') AND ID < uid_min('2026-12-01');
            -- CREATE TABLE ORDERS_2026_11 PARTITION OF ORDERS FOR VALUES FROM (uid_month('2026-11-15')) TO (uid_month('2026-12-15'));
            CREATE OR REPLACE FUNCTION uid_refused(uid bigint) RETURNS bigint
            LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
            BEGIN
              RAISE EXCEPTION 'uid must be in [0, ${maxUid}]: uid=%', uid
                USING ERRCODE = 'numeric_value_out_of_range';
            END $$;

            CREATE OR REPLACE FUNCTION uid_refused(moment timestamptz) RETURNS bigint
            LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
            BEGIN
              RAISE EXCEPTION 'time must be in [${epoch}, ${end}): time=%', moment AT TIME ZONE 'UTC'
                USING ERRCODE = 'datetime_field_overflow';
            END $$;

            CREATE OR REPLACE FUNCTION uid_field(uid bigint, shift integer, mask bigint) RETURNS bigint
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
              SELECT CASE WHEN uid BETWEEN 0 AND ${maxUid} THEN (uid >> shift) & mask ELSE uid_refused(uid) END
            $$;
            """;

    private static final String FIELD = """

            CREATE OR REPLACE FUNCTION uid_${name}(uid bigint) RETURNS bigint
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
              SELECT uid_field(uid, ${shift}, ${mask})
            $$;
            """;

    /** An interval of days and one of milliseconds are exact where one of milliseconds alone would be rounded. */
    private static final String TIMES = """

            CREATE OR REPLACE FUNCTION uid_time(uid bigint) RETURNS timestamptz
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
              SELECT (timestamp 'epoch'
                + (uid_field(uid, ${tickShift}, ${maxTick}) * ${tickMillis} + ${epochMillis}) / 86400000 * interval '1 day'
                + (uid_field(uid, ${tickShift}, ${maxTick}) * ${tickMillis} + ${epochMillis}) % 86400000 * interval '1 millisecond')
                AT TIME ZONE 'UTC'
            $$;

            CREATE OR REPLACE FUNCTION uid_min(moment timestamptz) RETURNS bigint
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
              SELECT CASE
                WHEN extract(epoch FROM moment) * 1000 >= ${epochMillis} AND extract(epoch FROM moment) * 1000 < ${endMillis}
                THEN floor((extract(epoch FROM moment) * 1000 - ${epochMillis}) / ${tickMillis})::bigint << ${tickShift}
                ELSE uid_refused(moment) END
            $$;

            CREATE OR REPLACE FUNCTION uid_max(moment timestamptz) RETURNS bigint
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
              SELECT uid_min(moment) | ${restMask}
            $$;

            -- The month of the epoch begins with 0.
            CREATE OR REPLACE FUNCTION uid_month(moment timestamptz) RETURNS bigint
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
              SELECT CASE
                WHEN date_trunc('month', moment AT TIME ZONE 'UTC') = date_trunc('month', uid_time(0) AT TIME ZONE 'UTC') THEN 0
                ELSE uid_min(date_trunc('month', moment AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') END
            $$;
            """;

    private PostgreSqlFunctions() {}

    static String reading(LayoutNumbers numbers) {
        StringBuilder script = new StringBuilder(numbers.fill(REFUSALS));
        for (LayoutNumbers.Field field : numbers.fields()) {
            script.append(numbers.fill(FIELD, field));
        }
        return script.append(numbers.fill(TIMES)).toString();
    }
}
