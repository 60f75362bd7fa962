package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.h2.tools.Server;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which servers start on a database of their own. */
@Tag("proof")
class SharedStoreTest {
    private static final String TO_ALL = "--server.address=0.0.0.0";
    private static final String FOR_ALL = "--uid.server.anonymous=true";

    @TempDir
    Path folder;

    private static void starts(String... arguments) throws Exception {
        try (RunningServer server = RunningServer.start(arguments)) {
            assertThat(Answer.get(server.uri("/api/id")).status()).isEqualTo(200);
        }
    }

    private static void isRefused(String why, String... arguments) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> RunningServer.start(arguments))
                .withMessage("the database must not be embedded in a server that listens on more than the loopback"
                        + " interface or runs in its image, because another instance would hand out the same ids: "
                        + why
                        + "; set spring.datasource.url to a database that all instances share, or"
                        + " uid.server.single-instance=true if there is no other instance");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "localhost"})
    void startsForItsOwnMachine(String address) throws Exception {
        try (RunningServer server = RunningServer.start("--server.address=" + address)) {
            assertThat(server.uri("")).isNotNull();
        }
    }

    @Test
    void isRefusedOnAllInterfacesBeforeItMakesADatabase() {
        isRefused(
                "spring.datasource.url=jdbc:h2:file:" + folder.resolve("uid") + ", server.address=0.0.0.0",
                TO_ALL,
                FOR_ALL,
                "--spring.datasource.url=jdbc:h2:file:" + folder.resolve("uid") + ";PASSWORD=secret");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void isRefusedWhereItIsBoundToNoAddress() {
        isRefused(
                "spring.datasource.url=jdbc:h2:mem:unbound, server.address=",
                "--server.address=",
                FOR_ALL,
                "--spring.datasource.url=jdbc:h2:mem:unbound");
    }

    @Test
    void isRefusedInItsImageWhateverItsAddress() {
        isRefused(
                "spring.datasource.url=jdbc:h2:mem:image, server.address=127.0.0.1, uid.server.image=true",
                "--uid.server.image=true",
                "--spring.datasource.url=jdbc:h2:mem:image");
    }

    /** The pool takes its own address before that of the data source. */
    @Test
    void isRefusedForTheDatabaseThatThePoolTakes() {
        isRefused(
                "spring.datasource.url=jdbc:h2:mem:pool, server.address=0.0.0.0",
                TO_ALL,
                FOR_ALL,
                "--spring.datasource.url=jdbc:postgresql://db.example/ids",
                "--spring.datasource.hikari.jdbc-url=jdbc:h2:mem:pool");
    }

    @Test
    void isRefusedIfOnlyItsCountersAreInTheDatabase() {
        isRefused(
                "spring.datasource.url=jdbc:h2:mem:counters, server.address=0.0.0.0",
                TO_ALL,
                FOR_ALL,
                "--uid.worker.assigner=fixed",
                "--uid.worker.id=1",
                "--spring.datasource.url=jdbc:h2:mem:counters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"leased", "disposable"})
    void isRefusedIfOnlyItsWorkerIdsAreInTheDatabase(String assigner) {
        isRefused(
                "spring.datasource.url=jdbc:h2:mem:workers, server.address=0.0.0.0",
                TO_ALL,
                FOR_ALL,
                "--uid.worker.assigner=" + assigner,
                "--uid.segments.store=redis",
                "--spring.datasource.url=jdbc:h2:mem:workers");
    }

    @Test
    void startsWithoutTablesInTheDatabase() throws Exception {
        starts(TO_ALL, FOR_ALL, "--uid.worker.assigner=fixed", "--uid.worker.id=1", "--uid.segments.store=redis");
    }

    @Test
    void startsAsTheOnlyInstance() throws Exception {
        starts(TO_ALL, FOR_ALL, "--uid.server.image=true", "--uid.server.single-instance=true");
    }

    @Test
    void startsOnADatabaseThatOthersMayShare() throws Exception {
        Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", folder.toString())
                .start();
        try {
            starts(
                    TO_ALL,
                    FOR_ALL,
                    "--uid.server.image=true",
                    "--spring.datasource.url=jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/./shared",
                    "--uid.worker.jdbc.table-creation=always",
                    "--uid.segments.jdbc.table-creation=always");
        } finally {
            database.stop();
        }
    }
}
