-- Reads UIDs of 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z, in H2 on a JDK.
-- SELECT * FROM ORDERS WHERE ID >= uid_min(TIMESTAMP WITH TIME ZONE '2026-11-01 00:00:00Z');

DROP ALIAS IF EXISTS uid_worker;
CREATE ALIAS uid_worker DETERMINISTIC AS '
long read(long uid) {
    if (uid < 0 || uid > 9223372036854775807L) {
        throw new IllegalArgumentException("uid must be in [0, 9223372036854775807]: uid=" + uid);
    }
    return uid >> /*workerShift*/ 18 & /*workerMask*/ 16383L;
}';

DROP ALIAS IF EXISTS uid_sequence;
CREATE ALIAS uid_sequence DETERMINISTIC AS '
long read(long uid) {
    if (uid < 0 || uid > 9223372036854775807L) {
        throw new IllegalArgumentException("uid must be in [0, 9223372036854775807]: uid=" + uid);
    }
    return uid >> /*sequenceShift*/ 0 & /*sequenceMask*/ 262143L;
}';

DROP ALIAS IF EXISTS uid_time;
CREATE ALIAS uid_time DETERMINISTIC AS '
java.time.Instant read(long uid) {
    if (uid < 0 || uid > 9223372036854775807L) {
        throw new IllegalArgumentException("uid must be in [0, 9223372036854775807]: uid=" + uid);
    }
    return java.time.Instant.ofEpochMilli((uid >> /*tickShift*/ 32) * /*tickMillis*/ 1000L + /*epochMillis*/ 1767225600000L);
}';

DROP ALIAS IF EXISTS uid_min;
CREATE ALIAS uid_min DETERMINISTIC AS '
Long bound(java.time.OffsetDateTime moment) {
    if (moment == null) {
        return null;
    }
    long millis = moment.toInstant().toEpochMilli();
    if (millis < /*epochMillis*/ 1767225600000L || millis >= /*endMillis*/ 3914709248000L) {
        throw new IllegalArgumentException("time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=" + moment.toInstant());
    }
    return (millis - /*epochMillis*/ 1767225600000L) / /*tickMillis*/ 1000L << /*tickShift*/ 32;
}';

DROP ALIAS IF EXISTS uid_max;
CREATE ALIAS uid_max DETERMINISTIC AS '
Long bound(java.time.OffsetDateTime moment) {
    if (moment == null) {
        return null;
    }
    long millis = moment.toInstant().toEpochMilli();
    if (millis < /*epochMillis*/ 1767225600000L || millis >= /*endMillis*/ 3914709248000L) {
        throw new IllegalArgumentException("time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=" + moment.toInstant());
    }
    return (millis - /*epochMillis*/ 1767225600000L) / /*tickMillis*/ 1000L << /*tickShift*/ 32 | /*restMask*/ 4294967295L;
}';

DROP ALIAS IF EXISTS uid_month;
CREATE ALIAS uid_month DETERMINISTIC AS '
Long bound(java.time.OffsetDateTime moment) {
    if (moment == null) {
        return null;
    }
    moment = moment.withOffsetSameInstant(java.time.ZoneOffset.UTC)
        .truncatedTo(java.time.temporal.ChronoUnit.DAYS).withDayOfMonth(1);
    java.time.OffsetDateTime epoch =
        java.time.Instant.ofEpochMilli(/*epochMillis*/ 1767225600000L).atOffset(java.time.ZoneOffset.UTC);
    if (moment.getYear() == epoch.getYear() && moment.getMonth() == epoch.getMonth()) {
        return 0L; // the month of the epoch begins with 0
    }
    long millis = moment.toInstant().toEpochMilli();
    if (millis < /*epochMillis*/ 1767225600000L || millis >= /*endMillis*/ 3914709248000L) {
        throw new IllegalArgumentException("time must be in [2026-01-01T00:00:00Z, 2094-01-19T03:14:08Z): time=" + moment.toInstant());
    }
    return (millis - /*epochMillis*/ 1767225600000L) / /*tickMillis*/ 1000L << /*tickShift*/ 32;
}';
