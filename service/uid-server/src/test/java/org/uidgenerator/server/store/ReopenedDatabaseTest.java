package org.uidgenerator.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.server.RunningServer;
import org.uidgenerator.server.Written;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** A server on an H2 file whose disk is full for a moment, so that the database closes itself. */
@Tag("proof")
class ReopenedDatabaseTest {
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    @BeforeEach
    void mount() {
        FullDisk.mount();
    }

    @AfterEach
    void makeRoom() {
        FullDisk.fill(false);
    }

    private RunningServer start() {
        return RunningServer.start(
                "--spring.datasource.url=jdbc:h2:full:" + folder.resolve("uid"),
                "--spring.datasource.hikari.connection-timeout=3000",
                "--uid.segments.tags.orders.first=1");
    }

    private static HttpResponse<String> get(URI uri) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    /** Takes numbers for so long that the store is asked, and requires that none comes twice. */
    private static int take(RunningServer server, Set<String> seen) throws Exception {
        HttpResponse<String> answer = get(server.uri("/api/segments/orders/ids?count=10000"));
        if (answer.statusCode() == 200) {
            DIGITS.matcher(answer.body())
                    .results()
                    .forEach(number -> assertThat(seen.add(number.group()))
                            .as(number.group())
                            .isTrue());
        }
        return answer.statusCode();
    }

    private static void takeUntil(int status, RunningServer server, Set<String> seen) throws Exception {
        long start = System.nanoTime();
        while (take(server, seen) != status) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Patience.LONGEST);
        }
    }

    @Test
    void handsOutNumbersAgainOnceThereIsRoomAndNoneTwice() throws Exception {
        try (RunningServer server = start();
                Written log = new Written()) {
            Set<String> seen = new HashSet<>();
            assertThat(take(server, seen)).isEqualTo(200);
            for (int i = 0; i < 2; i++) {
                FullDisk.fill(true);
                takeUntil(503, server, seen);
                assertThat(get(server.uri("/api/id")).statusCode()).isEqualTo(200);

                FullDisk.fill(false);
                takeUntil(200, server, seen);
            }
            assertThat(log.messages())
                    .contains("the database has closed itself and is opened again: java.io.IOException: No space left"
                            + " on device");
            assertThat(server.bean(LeasedWorkerIds.class).workers()).hasSize(1);
            assertThat(get(server.uri("/actuator/health")).body()).contains("\"db\"", "\"status\":\"UP\"");
        }
    }

    /** The log may be on the disk that is full. */
    @Test
    void writesLittleWhileTheDiskIsFull() throws Exception {
        try (RunningServer server = start();
                Written log = new Written()) {
            Set<String> seen = new HashSet<>();
            FullDisk.fill(true);
            takeUntil(503, server, seen);
            for (int i = 0; i < 5; i++) {
                take(server, seen);
            }

            assertThat(log.withTraces()).isEmpty();
            assertThat(log.messages()).hasSizeLessThan(5);
        }
    }

    /**
     * The caller that has written it asks for a write to the disk afterwards, of whichever database is open by then.
     */
    @Test
    void keepsWhatWasCommittedBeforeTheDatabaseClosedItself() throws Exception {
        try (RunningServer server = start()) {
            DataSource pool = server.bean(DataSource.class);
            execute(pool, "CREATE TABLE WRITTEN (NUMBER BIGINT)");
            execute(pool, "INSERT INTO WRITTEN VALUES (7)");
            FullDisk.fill(true);
            assertThatThrownBy(() -> execute(pool, "CREATE TABLE OTHER (NUMBER BIGINT)"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> execute(pool, "CHECKPOINT SYNC")).isInstanceOf(SQLException.class);
            FullDisk.fill(false);

            execute(pool, "CHECKPOINT SYNC");
            assertThat(number(pool)).isEqualTo(7);
        }
    }

    @Test
    void leavesOtherDatabasesAsTheyAre() {
        assertThat(ReopenedDatabase.mayBeOpenedAgain("jdbc:h2:file:./uid")).isTrue();
        assertThat(ReopenedDatabase.mayBeOpenedAgain("jdbc:h2:file:./uid;Write_Delay=500"))
                .isFalse();
        assertThat(ReopenedDatabase.mayBeOpenedAgain("jdbc:h2:tcp://db.example/uid"))
                .isFalse();
        assertThat(ReopenedDatabase.mayBeOpenedAgain("jdbc:postgresql://db.example/ids"))
                .isFalse();
        assertThat(ReopenedDatabase.mayBeOpenedAgain(null)).isFalse();
    }

    private static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT NUMBER FROM WRITTEN")) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }
}
