package org.uidgenerator.benchmarks.report;

import static org.uidgenerator.benchmarks.report.Figures.number;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.uidgenerator.benchmarks.inserts.InsertFigures;
import org.uidgenerator.benchmarks.inserts.RowKey;

/** The figures of inserts for people, as Markdown with two pictures, and for programs, as JSON. */
public final class InsertReport {
    /** The name of the file for people. */
    public static final String TEXT = "inserts.md";

    private static final Map<String, ToDoubleFunction<InsertFigures>> RATES = new LinkedHashMap<>();
    private static final Map<String, ToDoubleFunction<InsertFigures>> BYTES = new LinkedHashMap<>();
    private static final Map<String, ToDoubleFunction<InsertFigures>> COSTS = new LinkedHashMap<>();

    static {
        RATES.put("8 writers, batches", InsertFigures::fill);
        RATES.put("1 writer, batches", InsertFigures::batches);
        RATES.put("8 writers, rows", InsertFigures::eightWriters);
        RATES.put("1 writer, rows", InsertFigures::oneWriter);
        RATES.put("orders", InsertFigures::orders);
        BYTES.put("table", InsertFigures::tableBytes);
        BYTES.put("indexes", InsertFigures::indexBytes);
        BYTES.put("log", InsertFigures::logBytes);
        COSTS.putAll(BYTES);
        COSTS.put("pages read", InsertFigures::pagesRead);
        COSTS.put("trips, rows", InsertFigures::tripsPerRow);
        COSTS.put("trips, batches", InsertFigures::tripsInBatches);
        COSTS.put("join, ms", InsertFigures::joinMillis);
        COSTS.put("range, ms", InsertFigures::rangeMillis);
    }

    /**
     * A run.
     *
     * @param versions of the databases
     */
    public record Run(Machine machine, List<String> versions, String settings, List<InsertFigures> figures) {}

    private InsertReport() {}

    /**
     * Writes the files {@code inserts.md}, {@code inserts.json}, {@code inserts-rates.svg} and
     * {@code inserts-bytes.svg}.
     */
    public static void write(Run run, Path folder) throws IOException {
        Files.createDirectories(folder);
        GsonBuilder json = new GsonBuilder().setPrettyPrinting().serializeSpecialFloatingPointValues();
        Files.writeString(folder.resolve("inserts.json"), json.create().toJson(run) + "\n");
        Files.writeString(folder.resolve(TEXT), text(run));
        Files.writeString(folder.resolve("inserts-rates.svg"), plot("Rows or orders per second", RATES, run));
        Files.writeString(folder.resolve("inserts-bytes.svg"), plot("Bytes per row", BYTES, run));
    }

    private static String text(Run run) {
        Markdown page = new Markdown("Inserts")
                .add(
                        run.machine().provenance() + " " + String.join(", ", run.versions()) + ". " + run.settings()
                                + ".",
                        """
                        A row has a primary key, a customer with a secondary index, a time, a number and thirty characters. Writers know \
                        the key of each row when its transaction ends. Batches have 100 rows, and otherwise each row is a \
                        transaction. An order is a transaction of one row and five lines with a foreign key, by eight writers. \
                        PostgreSQL has 16 MB of buffers and MySQL 32 MB, which 250,000 rows outgrow as production tables do larger \
                        ones. H2 runs in the JVM of the writers.""",
                        """
                        *table*, *indexes* and *log*: bytes per row. *pages read*: into the buffers, per 1,000 rows. *trips*: round \
                        trips per row. *join*: a tenth of the orders with their lines. *range*: a hundredth of the rows by time, by \
                        their keys if these have a time, otherwise without an index. Eight writers fill the empty table in \
                        batches, which is what sizes, log and pages read are about; the other rates follow in the filled table.""",
                        "![Rates of each kind of key](inserts-rates.svg)",
                        "![Bytes of each kind of key](inserts-bytes.svg)");
        run.figures().stream().map(InsertFigures::database).distinct().forEach(database -> {
            page.addSection(database, "Rows or orders per second:", table(run, database, RATES));
            page.add("Costs:", table(run, database, COSTS));
        });
        return page.toString();
    }

    /** Returns the table without the columns that the database does not tell. */
    private static String table(Run run, String database, Map<String, ToDoubleFunction<InsertFigures>> columns) {
        List<InsertFigures> rows = run.figures().stream()
                .filter(figures -> figures.database().equals(database))
                .toList();
        List<String> told = columns.keySet().stream()
                .filter(name -> rows.stream().anyMatch(row -> !Double.isNaN(value(columns, name, row))))
                .toList();
        List<String> head = new ArrayList<>(List.of("key"));
        head.addAll(told);
        return Markdown.table(head, rows.stream().map(row -> {
            List<String> cells = new ArrayList<>(List.of(row.key().shownName()));
            told.forEach(name -> cells.add(number(value(columns, name, row))));
            return cells;
        }));
    }

    private static double value(
            Map<String, ToDoubleFunction<InsertFigures>> columns, String name, InsertFigures figures) {
        ToDoubleFunction<InsertFigures> column = columns.get(name);
        return column == null ? Double.NaN : column.applyAsDouble(figures);
    }

    private static String plot(String title, Map<String, ToDoubleFunction<InsertFigures>> columns, Run run) {
        return DotPlot.of(
                title,
                List.copyOf(columns.keySet()),
                run.figures().stream()
                        .map(row -> new DotPlot.Row(
                                row.database() + ", " + row.key().shownName(),
                                row.key() == RowKey.UID,
                                columns.keySet().stream()
                                        .map(name -> value(columns, name, row))
                                        .toList()))
                        .toList());
    }
}
