package org.uidgenerator.worker.db;

import java.time.Instant;

/** The functions of {@link SqlFunctions} for MySQL and MariaDB. */
final class MySqlFunctions {
    /** What {@code DATETIME} can hold. */
    private static final Instant END_OF_DATETIME = Instant.parse("+10000-01-01T00:00:00Z");

    private static final String REFUSALS = """
            -- Reads UIDs of ${layout}, in MySQL from 8.0 and MariaDB. All times are UTC: ask UTC_TIMESTAMP(6), not NOW(6).
            -- SELECT * FROM ORDERS WHERE ID >= uid_min('2026-11-01') AND ID < uid_min('2026-12-01');
            -- Bounds of partitions must be literals: PARTITION P2026_11 VALUES LESS THAN (the result of SELECT uid_month('2026-12-01'))
            DELIMITER //
            DROP FUNCTION IF EXISTS uid_refused//
            CREATE FUNCTION uid_refused(message VARCHAR(128)) RETURNS BIGINT DETERMINISTIC NO SQL
            BEGIN
              IF message IS NOT NULL THEN
                SIGNAL SQLSTATE '22003' SET MESSAGE_TEXT = message;
              END IF;
              RETURN NULL;
            END//

            DROP FUNCTION IF EXISTS uid_field//
            CREATE FUNCTION uid_field(uid BIGINT, shift INT, mask BIGINT) RETURNS BIGINT DETERMINISTIC NO SQL
            RETURN IF(uid BETWEEN 0 AND ${maxUid}, (uid >> shift) & mask,
              uid_refused(CONCAT('uid must be in [0, ${maxUid}]: uid=', uid)))//
            """;

    private static final String FIELD = """

            DROP FUNCTION IF EXISTS uid_${name}//
            CREATE FUNCTION uid_${name}(uid BIGINT) RETURNS BIGINT DETERMINISTIC NO SQL
            RETURN uid_field(uid, ${shift}, ${mask})//
            """;

    private static final String TIMES = """

            DROP FUNCTION IF EXISTS uid_time//
            CREATE FUNCTION uid_time(uid BIGINT) RETURNS DATETIME(3) DETERMINISTIC NO SQL
            RETURN TIMESTAMPADD(MICROSECOND, (uid_field(uid, ${tickShift}, ${maxTick}) * ${tickMillis} + ${epochMillis}) MOD 1000 * 1000,
              TIMESTAMPADD(SECOND, (uid_field(uid, ${tickShift}, ${maxTick}) * ${tickMillis} + ${epochMillis}) DIV 1000,
                TIMESTAMP'1970-01-01 00:00:00'))//

            DROP FUNCTION IF EXISTS uid_min//
            CREATE FUNCTION uid_min(moment DATETIME(6)) RETURNS BIGINT DETERMINISTIC NO SQL
            RETURN IF(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', moment) BETWEEN ${firstMicro} AND ${lastMicro},
              (TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', moment) - ${firstMicro}) DIV ${tickMicros} << ${tickShift},
              uid_refused(CONCAT('time must be in [${epoch}, ${end}): time=', moment)))//

            DROP FUNCTION IF EXISTS uid_max//
            CREATE FUNCTION uid_max(moment DATETIME(6)) RETURNS BIGINT DETERMINISTIC NO SQL
            RETURN uid_min(moment) | ${restMask}//

            -- The month of the epoch begins with 0.
            DROP FUNCTION IF EXISTS uid_month//
            CREATE FUNCTION uid_month(moment DATETIME(6)) RETURNS BIGINT DETERMINISTIC NO SQL
            RETURN IF(EXTRACT(YEAR_MONTH FROM moment) = EXTRACT(YEAR_MONTH FROM uid_time(0)), 0,
              uid_min(TIMESTAMPADD(DAY, 1 - DAYOFMONTH(moment), DATE(moment))))//
            DELIMITER ;
            """;

    private MySqlFunctions() {}

    static String reading(LayoutNumbers numbers) {
        StringBuilder script = new StringBuilder(numbers.fill(REFUSALS));
        for (LayoutNumbers.Field field : numbers.fields()) {
            script.append(numbers.fill(FIELD, field));
        }
        Instant end = numbers.end().isBefore(END_OF_DATETIME) ? numbers.end() : END_OF_DATETIME;
        return script.append(numbers.fill(TIMES.replace("${firstMicro}", Long.toString(numbers.epochMillis() * 1000))
                        .replace("${lastMicro}", Long.toString(end.toEpochMilli() * 1000 - 1))
                        .replace("${tickMicros}", Long.toString(numbers.tickMillis() * 1000))))
                .toString();
    }
}
