package org.uidgenerator.server.store;

import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.server.RunningServer;

/** Which accounts read the file of an embedded database. */
@Tag("proof")
class PrivateDatabaseFileTest {
    private static final Set<PosixFilePermission> OWNER = fromString("rw-------");
    private static final Set<PosixFilePermission> FOR_ALL = fromString("rwxr-xr-x");

    @TempDir
    Path folder;

    @BeforeEach
    void requirePermissions() {
        Assumptions.assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "files have no modes here");
    }

    private static void run(Path database) {
        RunningServer.start("--spring.datasource.url=jdbc:h2:file:" + database).close();
    }

    @Test
    void isItsOwnersOnlyAndSoIsAFolderThatIsMadeForIt() throws IOException {
        Path made = folder.resolve("made");
        run(made.resolve("uid"));

        assertThat(Files.getPosixFilePermissions(made)).isEqualTo(fromString("rwx------"));
        assertThat(Files.getPosixFilePermissions(made.resolve("uid.mv.db"))).isEqualTo(OWNER);
        assertThat(made.resolve("uid.mv.db")).isNotEmptyFile();
    }

    @Test
    void becomesItsOwnersOnlyAtTheNextStartWhereItWasNot() throws IOException {
        Files.setPosixFilePermissions(folder, FOR_ALL);
        run(folder.resolve("uid"));
        Path file = folder.resolve("uid.mv.db");
        Files.setPosixFilePermissions(file, fromString("rw-r--r--"));

        run(folder.resolve("uid"));

        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(OWNER);
        assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(FOR_ALL);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:file:/a/b/uid, /a/b/uid.mv.db",
        "jdbc:h2:/a/b/uid;MODE=MySQL;A=b:c, /a/b/uid.mv.db",
        "jdbc:h2:file:/a:b/uid, /a:b/uid.mv.db"
    })
    void isFoundInTheAddress(String url, Path file) {
        assertThat(PrivateDatabaseFile.file(url)).contains(file);
    }

    @Test
    void isFoundBesideTheProcessAndInTheHomeOfItsAccount() {
        assertThat(PrivateDatabaseFile.file("jdbc:h2:file:./x/uid"))
                .contains(Path.of("x/uid.mv.db").toAbsolutePath());
        assertThat(PrivateDatabaseFile.file("jdbc:h2:~/uid"))
                .contains(Path.of(System.getProperty("user.home"), "uid.mv.db"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:a",
                "jdbc:h2:mem:",
                "jdbc:h2:tcp://db.example/uid",
                "jdbc:h2:ssl:db.example/uid",
                "jdbc:h2:zip:/a.zip!/uid",
                "jdbc:postgresql://db.example/ids"
            })
    void isNotLookedForInOtherAddresses(String url) {
        assertThat(PrivateDatabaseFile.file(url)).isEmpty();
    }
}
