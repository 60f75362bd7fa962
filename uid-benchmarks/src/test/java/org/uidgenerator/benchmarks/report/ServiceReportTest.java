package org.uidgenerator.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.benchmarks.service.ServiceFigures;
import org.uidgenerator.benchmarks.service.StartFigures;

class ServiceReportTest {
    private static final double NOT_TOLD = Double.NaN;

    @TempDir
    Path folder;

    @Test
    void showsFiguresBesideThoseOfTheServlet() throws IOException {
        assertThat(written())
                .contains("cpu, 2 cores. jdk. os. date, commit commit. settings.")
                .contains("""
                        | /api/ids?count=100 | 8,000 | 0.69 | 800,000 | 700 | 9,000 | 1.50 | 80.0 | 1.60 |
                        | Redis INCR | 44,130 | 1.52 | 44,130 | 300 | 900 |  |  |  |
                        """)
                .contains("""
                        | id service, image | 2,000 | 3,100 | 5,400 | 320 |
                        """);
    }

    @Test
    void saysWhichBarsAreMet() throws IOException {
        assertThat(written()).contains("""
                | `/api/id`, requests/s of the servlet | at least 0.85 | 0.85 | met |
                | `/api/id`, CPU of the servlet | at most 1.25 | 1.26 | **not met** |
                | `/api/id`, p99 of the servlet | at most 2.00 | 1.99 | met |
                | `/api/ids?count=100`, requests/s of the servlet | at least 0.70 | 0.69 | **not met** |
                | the first thousand requests, per second | at least 5,380 | 5,400 | met |
                | start with the first compiler only, ms | at most 3,333 | left out by this mode | not measured |
                """);
    }

    private String written() throws IOException {
        Machine machine = new Machine("cpu", CpuVendor.AMD, 2, "jdk", "os", "date", "commit");
        List<ServiceFigures> requests = List.of(
                new ServiceFigures("/api/id", 10_000, 1, 600, 6_000, 63, new ServiceFigures.Ratios(0.85, 1.99, 1.26)),
                new ServiceFigures(
                        "/api/ids?count=100", 8_000, 100, 700, 9_000, 80, new ServiceFigures.Ratios(0.69, 1.5, 1.6)),
                new ServiceFigures(
                        "Redis INCR",
                        44_130,
                        1,
                        300,
                        900,
                        NOT_TOLD,
                        new ServiceFigures.Ratios(1.52, NOT_TOLD, NOT_TOLD)));
        List<StartFigures> starts = List.of(new StartFigures(ServiceReport.IMAGE, 2_000, 3_100, 5_400, 320));
        ServiceReport.write(new ServiceReport.Run(machine, "settings", requests, starts), folder);
        return Files.readString(folder.resolve(ServiceReport.TEXT));
    }
}
