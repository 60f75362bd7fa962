package org.uidgenerator.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.benchmarks.inserts.InsertFigures;
import org.uidgenerator.benchmarks.inserts.RowKey;

class InsertReportTest {
    private static final double NOT_TOLD = Double.NaN;

    @TempDir
    Path folder;

    @Test
    void leavesOutWhatADatabaseDoesNotTell() throws IOException {
        write(
                new InsertFigures("PostgreSQL", RowKey.UID, 50_000, 2, 3, 4, 5, 91.5, 0, 80, 30, 1, 0.02, 6, 7),
                new InsertFigures(
                        "H2", RowKey.UID, 1, 2, 3, 4, 5, NOT_TOLD, NOT_TOLD, 80, NOT_TOLD, NOT_TOLD, NOT_TOLD, 6, 7));

        assertThat(Files.readString(folder.resolve(InsertReport.TEXT)))
                .contains("cpu, 2 cores. jdk. os. date, commit commit. PostgreSQL 17, H2 2. settings.")
                .contains("""
                        | UID | 50,000 | 2.00 | 3.00 | 4.00 | 5.00 |
                        """)
                .contains("""
                        | UID | 80.0 | 30.0 | 91.5 | 0.00 | 1.00 | 0.02 | 6.00 | 7.00 |
                        """)
                .contains("""
                        | key | table | join, ms | range, ms |
                        | --- | --- | --- | --- |
                        | UID | 80.0 | 6.00 | 7.00 |
                        """);
    }

    @Test
    void drawsARowForEachKeyOnEachDatabase() throws IOException {
        write(new InsertFigures("PostgreSQL", RowKey.UUID_V4, 50_000, 2, 3, 4, 5, 6, 0, 80, 30, 1, 0.02, 6, 7));

        assertThat(Files.readString(folder.resolve("inserts-rates.svg")))
                .contains("PostgreSQL, UUID version 4, random", "50,000");
        assertThat(Files.readString(folder.resolve("inserts-bytes.svg"))).contains("Bytes per row", "80.0");
    }

    private void write(InsertFigures... figures) throws IOException {
        Machine machine = new Machine("cpu", CpuVendor.AMD, 2, "jdk", "os", "date", "commit");
        InsertReport.write(
                new InsertReport.Run(machine, List.of("PostgreSQL 17", "H2 2"), "settings", List.of(figures)), folder);
    }
}
