package org.uidgenerator.worker.db;

import static java.util.Map.entry;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.UidLayout;

/**
 * Scripts that let a database read the UIDs of a layout, and let PostgreSQL make UIDs. They are text, for the database
 * administrator to run. The scripts of {@link UidLayout#DEFAULT} are {@code sql/functions-*.sql} and
 * {@code sql/generator-postgresql.sql}, of which those of other layouts are made.
 *
 * <p>The functions, of which those after the first return a {@code BIGINT}:
 *
 * <ul>
 *   <li>{@code uid_time(uid)}: when the tick of the UID begins
 *   <li>{@code uid_worker(uid)}, {@code uid_sequence(uid)}; with bits of a data centre also
 *       {@code uid_data_center(uid)} and {@code uid_machine(uid)}
 *   <li>{@code uid_min(moment)}, {@code uid_max(moment)}: the lowest and the greatest UID of the tick that holds a
 *       moment
 *   <li>{@code uid_month(moment)}: the lowest UID of the month that holds a moment, in UTC, as a bound of monthly
 *       partitions
 * </ul>
 *
 * <p>They refuse what {@link UidLayout} refuses. For NULL they return NULL. In MySQL and MariaDB moments are
 * {@code DATETIME} in UTC, up to the year 9999; elsewhere they have a time zone. Immutable.
 */
public final class SqlFunctions {
    /** A number of the layout, behind its name. */
    private static final Pattern NUMBER = Pattern.compile("(/\\*(\\w+)\\*/ )-?\\d+");

    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,39}");
    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");
    private static final String END_OF_FUNCTION = "\n\n";

    /** The range of {@code DATETIME}. */
    private static final Instant END_OF_DATETIME = Instant.parse("+10000-01-01T00:00:00Z");

    private final UidLayout layout;

    /** The layout as shifts, masks and bounds, which SQL understands, under the names that scripts have for them. */
    private final Map<String, Object> numbers;

    private SqlFunctions(UidLayout layout) {
        this.layout = layout;
        Instant end = layout.expiresAt();
        Instant endOfMoments = end.isBefore(END_OF_DATETIME) ? end : END_OF_DATETIME;
        long epochMillis = layout.epoch().toEpochMilli();
        long tickMillis = layout.tick().toMillis();
        int tickShift = layout.workerBits() + layout.seqBits();
        boolean workerLast = layout.fieldOrder() == FieldOrder.TIME_SEQUENCE_WORKER;
        int workerShift = workerLast ? 0 : layout.seqBits();
        int machineBits = layout.workerBits() - layout.dataCenterBits();
        numbers = new HashMap<>(Map.ofEntries(
                entry("layout", layout.text()),
                entry("epoch", layout.epoch()),
                entry("end", end),
                entry("epochMillis", epochMillis),
                entry("endMillis", end.toEpochMilli()),
                entry("firstMicro", epochMillis * 1000),
                entry("lastMicro", endOfMoments.toEpochMilli() * 1000 - 1),
                entry("tickMillis", tickMillis),
                entry("tickMicros", tickMillis * 1000),
                entry("tickShift", tickShift),
                entry("maxTick", layout.maxTick()),
                entry("lastPlace", layout.maxTick() << layout.seqBits() | layout.maxSequence()),
                entry("maxSequence", layout.maxSequence()),
                entry("maxUid", layout.maxUid(layout.timeOf(layout.maxTick()))),
                entry("seqBits", layout.seqBits()),
                entry("restMask", mask(tickShift))));
        putField("worker", workerShift, layout.workerBits());
        putField("sequence", workerLast ? layout.workerBits() : 0, layout.seqBits());
        putField("data_center", workerShift + machineBits, layout.dataCenterBits());
        putField("machine", workerShift, machineBits);
    }

    /** Adds a part of a UID, which is {@code (uid >> shift) & mask}. */
    private void putField(String name, int shift, int bits) {
        numbers.put(name + "Shift", shift);
        numbers.put(name + "Mask", mask(bits));
    }

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }

    /**
     * Starts from a layout.
     *
     * @param layout the layout of the UIDs
     * @return the scripts for it
     */
    public static SqlFunctions of(UidLayout layout) {
        return new SqlFunctions(Objects.requireNonNull(layout, "layout"));
    }

    /**
     * Returns the functions for PostgreSQL from 14. They are immutable, so that a query with {@code uid_min} uses the
     * index of the id.
     *
     * @return a script for {@code psql} or any driver
     */
    public String postgreSql() {
        return reading("postgresql");
    }

    /**
     * Returns the functions for MySQL from 8.0 and MariaDB. If the binary log is on, making functions takes the right
     * to, or {@code log_bin_trust_function_creators}.
     *
     * @return a script for the {@code mysql} client, with {@code DELIMITER}
     */
    public String mySql() {
        return reading("mysql");
    }

    /**
     * Returns the functions for H2. They are in Java, so H2 must run on a JDK, and the database user must be an
     * administrator.
     *
     * @return a script for {@code RUNSCRIPT} or the driver
     */
    public String h2() {
        return reading("h2");
    }

    /**
     * Returns a generator for PostgreSQL from 14: a function {@code uid_next()} in a schema of its own, for
     * {@code DEFAULT uid_next()} of a column. Its time does not go back when the clock does. It costs a call of a
     * sequence, and once in 262,144 UIDs or ticks a lock among sessions.
     *
     * <p>The script takes the worker id for good in {@code WORKER_LEASE}, namespace {@code default}, which must exist,
     * so that neither leased nor disposable worker ids of the same schema collide with it. It fails, and changes
     * nothing, if the worker id has a holder, or if UIDs of another layout are made there. Generators that get worker
     * ids from elsewhere must leave this one out. Each schema, in whichever database, needs a worker id of its own.
     *
     * <p>It is as durable as a sequence. A committed UID does not come again, unless a failover or a restored backup
     * has lost it.
     *
     * @param schema the schema, made if there is none: a lower-case identifier of at most 40 characters
     * @param workerId the worker id that all UIDs of the schema carry, such as the greatest of the layout
     * @return a script for {@code psql} or any driver
     * @throws IllegalArgumentException if the schema is no such identifier or the worker id does not fit the layout
     */
    public String postgreSqlGenerator(String schema, long workerId) {
        if (!SCHEMA.matcher(schema).matches()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "schema must be a lower-case SQL identifier %s: schema=%s", SCHEMA, schema));
        }
        layout.requireWorkerId(workerId);
        return fill(template("generator-postgresql")
                .replace(Long.toString(UidLayout.DEFAULT.maxWorkerId()), Long.toString(workerId))
                .replace("shard", schema));
    }

    private String reading(String database) {
        return fill(Stream.of(template("functions-" + database).split(END_OF_FUNCTION))
                .flatMap(this::forEachField)
                .collect(Collectors.joining(END_OF_FUNCTION)));
    }

    /** Puts numbers into the places of a script that are named {@code ${...}}. */
    private String fill(String script) {
        return PLACE.matcher(script)
                .replaceAll(
                        place -> String.valueOf(Objects.requireNonNull(numbers.get(place.group(1)), place.group())));
    }

    /** A divided worker id has two fields more, which are read as it is. */
    private Stream<String> forEachField(String function) {
        return layout.dataCenterBits() > 0 && function.contains("uid_worker")
                ? Stream.of("worker", "data_center", "machine").map(field -> function.replace("worker", field))
                : Stream.of(function);
    }

    /**
     * Returns the script of the default layout with places for numbers, which have names, and texts, which are unique.
     */
    private static String template(String name) {
        String file = "/org/uidgenerator/jdbc/" + name + ".sql";
        try (InputStream script = SqlFunctions.class.getResourceAsStream(file)) {
            String text = new String(Objects.requireNonNull(script, file).readAllBytes(), StandardCharsets.UTF_8);
            return NUMBER.matcher(text)
                    .replaceAll("$1\\${$2}")
                    .replace(UidLayout.DEFAULT.text(), "${layout}")
                    .replace(UidLayout.DEFAULT.epoch().toString(), "${epoch}")
                    .replace(UidLayout.DEFAULT.expiresAt().toString(), "${end}")
                    .replace(Long.toString(Long.MAX_VALUE), "${maxUid}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
