package org.uidgenerator.worker.db;

/** The functions of {@link SqlFunctions} for H2, which has none in SQL. It compiles each by itself. */
final class H2Functions {
    private static final String HEAD = """
            -- Reads UIDs of ${layout}, in H2 on a JDK.
            -- SELECT * FROM ORDERS WHERE ID >= uid_min(TIMESTAMP WITH TIME ZONE '2026-11-01 00:00:00Z');
            """;

    private static final String FIELD = """
            DROP ALIAS IF EXISTS uid_${name};
            CREATE ALIAS uid_${name} DETERMINISTIC AS '
            long read(long uid) {
                if (uid < 0 || uid > ${maxUid}L) {
                    throw new IllegalArgumentException("uid must be in [0, ${maxUid}]: uid=" + uid);
                }
                return uid >> ${shift} & ${mask}L;
            }';

            """;

    private static final String TIME = """
            DROP ALIAS IF EXISTS uid_time;
            CREATE ALIAS uid_time DETERMINISTIC AS '
            java.time.Instant read(long uid) {
                if (uid < 0 || uid > ${maxUid}L) {
                    throw new IllegalArgumentException("uid must be in [0, ${maxUid}]: uid=" + uid);
                }
                return java.time.Instant.ofEpochMilli((uid >> ${tickShift}) * ${tickMillis}L + ${epochMillis}L);
            }';
            """;

    private static final String BOUND = """

            DROP ALIAS IF EXISTS uid_${name};
            CREATE ALIAS uid_${name} DETERMINISTIC AS '
            Long bound(java.time.OffsetDateTime moment) {
                if (moment == null) {
                    return null;
                }
            ${month}    long millis = moment.toInstant().toEpochMilli();
                if (millis < ${epochMillis}L || millis >= ${endMillis}L) {
                    throw new IllegalArgumentException("time must be in [${epoch}, ${end}): time=" + moment.toInstant());
                }
                return (millis - ${epochMillis}L) / ${tickMillis}L << ${tickShift}${rest};
            }';
            """;

    private static final String MONTH = """
                moment = moment.withOffsetSameInstant(java.time.ZoneOffset.UTC)
                    .truncatedTo(java.time.temporal.ChronoUnit.DAYS).withDayOfMonth(1);
                java.time.OffsetDateTime epoch =
                    java.time.Instant.ofEpochMilli(${epochMillis}L).atOffset(java.time.ZoneOffset.UTC);
                if (moment.getYear() == epoch.getYear() && moment.getMonth() == epoch.getMonth()) {
                    return 0L; // the month of the epoch begins with 0
                }
            """;

    private H2Functions() {}

    static String reading(LayoutNumbers numbers) {
        StringBuilder script = new StringBuilder(numbers.fill(HEAD));
        for (LayoutNumbers.Field field : numbers.fields()) {
            script.append(numbers.fill(FIELD, field));
        }
        return script.append(numbers.fill(TIME))
                .append(numbers.fill(bound("min", "", "")))
                .append(numbers.fill(bound("max", "", " | ${restMask}L")))
                .append(numbers.fill(bound("month", MONTH, "")))
                .toString();
    }

    private static String bound(String name, String month, String rest) {
        return BOUND.replace("${name}", name).replace("${month}", month).replace("${rest}", rest);
    }
}
