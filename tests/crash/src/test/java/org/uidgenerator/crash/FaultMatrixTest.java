package org.uidgenerator.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.uidgenerator.testing.IdServer;

/**
 * Makes each fault happen to each store, and compares what processes do with what {@link FaultMatrix} promises. Prints
 * a line for each cell.
 */
class FaultMatrixTest {
    /** One of each kind; such as {@code -Dfaults.stores=MYSQL,DYNAMODB} for others. */
    private static final List<CrashStore> STORES = chosen(
            "faults.stores",
            List.of(CrashStore.POSTGRESQL, CrashStore.REDIS, CrashStore.ZOOKEEPER, CrashStore.ETCD),
            CrashStore.class);

    /** Such as {@code -Dfaults.faults=KILLED,EMPTIED}. */
    private static final List<StoreFault> FAULTS =
            chosen("faults.faults", List.of(StoreFault.values()), StoreFault.class);

    /** Several, because cells wait most of the time. */
    private static final ExecutorService THREADS =
            Executors.newFixedThreadPool(Integer.getInteger("faults.parallel", FaultMatrix.STORES.size()));

    private static final Path PAGE = Path.of("FAULTS.md");
    private static final Path PICTURE = Path.of("..", "..", "docs", "pictures", "faults.svg");
    private static final Map<String, FaultCell.Result> RESULTS = new ConcurrentSkipListMap<>();

    private static <E extends Enum<E>> List<E> chosen(String property, List<E> all, Class<E> type) {
        String names = System.getProperty(property);
        return names == null
                ? all
                : Arrays.stream(names.split(","))
                        .map(name -> Enum.valueOf(type, name))
                        .toList();
    }

    /** Starts all columns. Each has a server of its own, which lives through all its faults. */
    static List<Named<Future<List<FaultCell.Result>>>> columns() {
        return STORES.stream()
                .filter(CrashStore::isInstalled)
                .map(store -> Named.of(store.name(), THREADS.submit(() -> results(store, FAULTS))))
                .toList();
    }

    private static List<FaultCell.Result> results(CrashStore store, List<StoreFault> faults) throws IOException {
        Path folder = CrashRun.newFolder("faults-" + store);
        try (FaultTarget target = FaultTarget.of(store)) {
            return faults.stream()
                    .filter(fault -> FaultCell.exists(fault, store))
                    .map(fault -> {
                        long start = System.nanoTime();
                        FaultCell.Result result = new FaultCell(fault, target, folder).run();
                        System.out.printf(Locale.ROOT, "%5.1f s %s%n", (System.nanoTime() - start) / 1e9, result);
                        RESULTS.put(result.store() + " " + result.fault(), result);
                        return result;
                    })
                    .toList();
        }
    }

    @ParameterizedTest
    @Tag("proof")
    @MethodSource("columns")
    void processesDoWhatTheMatrixPromises(Future<List<FaultCell.Result>> column) throws Exception {
        assertThat(column.get())
                .isNotEmpty()
                .allSatisfy(result ->
                        assertThat(result.complaints()).as(result.toString()).isEmpty());
    }

    // Slow: two cells with a server and three processes each.
    @Test
    void healsWhenRightsComeBackAndIsRefusedWhenTheStoreWasEmptied() throws IOException {
        assertThat(results(CrashStore.REDIS, List.of(StoreFault.RIGHTS_REVOKED, StoreFault.EMPTIED)))
                .hasSize(2)
                .allSatisfy(result ->
                        assertThat(result.complaints()).as(result.toString()).isEmpty());
    }

    @Test
    @Tag("proof")
    void clientsOfAnIdServiceHealWhenItsServerIsKilled() throws IOException {
        assumeTrue(IdServer.isPackaged());

        assertThat(results(CrashStore.ID_SERVICE, List.of(StoreFault.KILLED)))
                .hasSize(1)
                .allSatisfy(result ->
                        assertThat(result.complaints()).as(result.toString()).isEmpty());
    }

    @Test
    void theCommittedTableAndPictureAreWhatTheMatrixSays() throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "faults"));
        Files.writeString(folder.resolve("faults.md"), FaultTable.markdown());
        Files.writeString(folder.resolve("faults.svg"), FaultTable.svg());

        assertThat(Files.readString(PAGE))
                .as("%s has the table of %s", PAGE, folder)
                .contains(FaultTable.markdown());
        assertThat(Files.readString(PICTURE))
                .as("a copy of the picture in %s", folder)
                .isEqualTo(FaultTable.svg());
    }

    @AfterAll
    static void endThreads() {
        THREADS.shutdownNow();
        if (!RESULTS.isEmpty()) {
            System.out.printf(
                    Locale.ROOT,
                    "covered: %d cells of %d stores%n",
                    RESULTS.size(),
                    RESULTS.values().stream()
                            .map(FaultCell.Result::store)
                            .distinct()
                            .count());
        }
    }
}
