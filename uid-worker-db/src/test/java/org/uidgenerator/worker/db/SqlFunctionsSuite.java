package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidLayout;

/**
 * The functions of a database, compared with {@link UidLayout}: with random UIDs and moments, and at the ends of the
 * range.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlFunctionsSuite {
    private static final int CASES = 100;

    static final List<UidLayout> LAYOUTS = List.of(
            UidLayout.DEFAULT,
            UidLayout.parse("41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z"),
            UidLayout.parse("32/6+4/11, worker last, bits of PT7S from 1965-05-05T05:05:05.005Z"));

    private SingleConnectionDataSource connection;
    JdbcTemplate jdbc;

    abstract String newDatabaseUrl();

    abstract void create(SqlFunctions functions);

    /** A moment as a parameter. */
    abstract Object moment(Instant moment);

    abstract Instant moment(ResultSet row, int column) throws SQLException;

    @BeforeAll
    void connect() {
        connection = new SingleConnectionDataSource(newDatabaseUrl(), true);
        jdbc = new JdbcTemplate(connection);
    }

    @AfterAll
    void disconnect() {
        connection.destroy();
    }

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void readsAndBoundsAndRefusesAsTheLayoutDoes(UidLayout layout) {
        create(SqlFunctions.of(layout));

        assertReads(layout);
        assertBounds(layout);
        assertRefuses(layout);
        assertNullOfNull();
    }

    private void assertReads(UidLayout layout) {
        boolean divided = layout.dataCenterBits() > 0;
        String select = "SELECT uid_time(?), uid_worker(?), uid_sequence(?)"
                + (divided ? ", uid_data_center(?), uid_machine(?)" : "");

        uids(layout).forEach(uid -> {
            DecodedUid expected = layout.decode(uid);
            Object[] parameters = LongStream.generate(() -> uid)
                    .limit(divided ? 5 : 3)
                    .boxed()
                    .toArray();
            jdbc.query(
                    select,
                    row -> {
                        assertThat(moment(row, 1)).isEqualTo(expected.time());
                        assertThat(row.getLong(2)).isEqualTo(expected.workerId());
                        assertThat(row.getLong(3)).isEqualTo(expected.sequence());
                        if (divided) {
                            assertThat(row.getLong(4)).isEqualTo(expected.dataCenterId());
                            assertThat(row.getLong(5)).isEqualTo(expected.machineId());
                        }
                    },
                    parameters);
        });
    }

    private static LongStream uids(UidLayout layout) {
        return LongStream.concat(
                LongStream.of(
                        0,
                        1,
                        layout.maxUid(layout.epoch()),
                        layout.minUid(layout.timeOf(1)),
                        layout.minUid(layout.timeOf(layout.maxTick())),
                        layout.maxUid(layout.timeOf(layout.maxTick()))),
                new Random(19).longs(CASES).map(bits -> bits >>> (Long.SIZE - layout.totalBits())));
    }

    private void assertBounds(UidLayout layout) {
        moments(layout)
                .forEach(moment -> jdbc.query(
                        "SELECT uid_min(?), uid_max(?), uid_month(?)",
                        row -> {
                            assertThat(row.getLong(1)).isEqualTo(layout.minUid(moment));
                            assertThat(row.getLong(2)).isEqualTo(layout.maxUid(moment));
                            assertThat(row.getLong(3)).isEqualTo(firstOfMonth(layout, moment));
                        },
                        moment(moment),
                        moment(moment),
                        moment(moment)));
    }

    private static Stream<Instant> moments(UidLayout layout) {
        long millis = ChronoUnit.MILLIS.between(layout.epoch(), layout.expiresAt());
        Random random = new Random(19);
        return Stream.concat(
                Stream.of(
                        layout.epoch(),
                        layout.timeOf(1).minus(1, ChronoUnit.MICROS),
                        layout.timeOf(1),
                        layout.expiresAt().minus(1, ChronoUnit.MICROS)),
                random.longs(CASES, 0, millis)
                        .mapToObj(after ->
                                layout.epoch().plusMillis(after).plus(random.nextInt(1_000), ChronoUnit.MICROS)));
    }

    private static long firstOfMonth(UidLayout layout, Instant moment) {
        Instant first = LocalDate.ofInstant(moment, ZoneOffset.UTC)
                .withDayOfMonth(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
        return first.isBefore(layout.epoch()) ? 0 : layout.minUid(first);
    }

    private void assertRefuses(UidLayout layout) {
        long greatest = layout.maxUid(layout.timeOf(layout.maxTick()));
        String rule = "uid must be in [0, " + greatest + "]: uid=";
        String time = "time must be in [" + layout.epoch() + ", " + layout.expiresAt() + "): time=";

        for (String function : List.of("uid_time", "uid_worker", "uid_sequence")) {
            assertRefused("SELECT " + function + "(?)", -1L, rule + "-1");
            if (greatest < Long.MAX_VALUE) {
                assertRefused("SELECT " + function + "(?)", greatest + 1, rule + (greatest + 1));
            }
        }
        for (String function : List.of("uid_min", "uid_max")) {
            Instant before = layout.epoch().minus(1, ChronoUnit.MICROS);
            assertRefused(
                    "SELECT " + function + "(?)",
                    moment(before),
                    time + before.toString().substring(0, 10));
            Instant end = layout.expiresAt();
            assertRefused(
                    "SELECT " + function + "(?)",
                    moment(end),
                    time + end.toString().substring(0, 10));
        }
    }

    private void assertRefused(String select, Object parameter, String message) {
        assertThatThrownBy(() -> jdbc.queryForObject(select, Object.class, parameter))
                .as(select + parameter)
                .rootCause()
                .hasMessageContaining(message);
    }

    private void assertNullOfNull() {
        for (String function : List.of("uid_time", "uid_worker", "uid_sequence", "uid_min", "uid_max", "uid_month")) {
            assertThat(jdbc.queryForObject("SELECT " + function + "(NULL)", Object.class))
                    .as(function)
                    .isNull();
        }
    }
}
