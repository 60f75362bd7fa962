package org.uidgenerator.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.contract.ChildJvm;

/** A file that one lease at the same time has open. */
class LeaseFileTest {
    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("uid.lease");
    }

    @Test
    void isReplacedAsAWhole() throws IOException {
        try (LeaseFile file = LeaseFile.open(path())) {
            assertThat(file.read()).isEmpty();
            file.write("a long text with ä\n");
            assertThat(file.read()).isEqualTo("a long text with ä\n");
            file.write("short");
            assertThat(file.read()).isEqualTo("short");
            assertThat(Files.readString(path())).isEqualTo("short");
            file.erase();
            assertThat(file.read()).isEmpty();
            assertThat(Files.size(path())).isZero();
        }
    }

    @Test
    void isOpenOnceInAProcess() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), path());
        try (LeaseFile file = LeaseFile.open(path())) {
            assertThat(file.path()).isEqualTo(path().toRealPath());
            for (Path other :
                    new Path[] {path(), link, folder.resolve("x/../uid.lease").normalize()}) {
                assertThatThrownBy(() -> LeaseFile.open(other))
                        .isInstanceOf(LeaseFileException.class)
                        .hasMessage("another generator of this process uses it; each needs a lease file of its own");
            }
        }
        LeaseFile.open(path()).close();
    }

    @Test
    void staysOpenForWhoeverOpenedItSinceWhenItIsClosedAgain() throws IOException {
        LeaseFile first = LeaseFile.open(path());
        first.close();
        try (LeaseFile second = LeaseFile.open(path())) {
            first.close();
            second.write("it");
            assertThatThrownBy(() -> LeaseFile.open(path())).isInstanceOf(LeaseFileException.class);
        }
    }

    @Test
    void isLockedAgainstOtherProcessesAlsoAfterItWasRefusedHere() throws Exception {
        try (LeaseFile file = LeaseFile.open(path())) {
            file.write("it");
            assertThatThrownBy(() -> LeaseFile.open(path())).isInstanceOf(LeaseFileException.class);
            assertThat(openElsewhere()).isEqualTo("another process uses it; each needs a lease file of its own");
        }
        assertThat(openElsewhere()).isEqualTo("it");
    }

    private String openElsewhere() throws Exception {
        String output = ChildJvm.run(List.of("-Dfile=" + path()), OtherProcess.class);
        return output.strip();
    }

    static final class OtherProcess {
        public static void main(String[] args) throws IOException {
            try (LeaseFile file = LeaseFile.open(Path.of(System.getProperty("file")))) {
                System.out.println(file.read());
            } catch (LeaseFileException e) {
                System.out.println(e.why());
            }
        }
    }

    @Test
    void isToldFromItsCopiesByItsKey() throws IOException {
        Path copy = folder.resolve("copy");
        try (LeaseFile file = LeaseFile.open(path())) {
            String key = file.key();
            file.write("it");
            assertThat(file.key()).isEqualTo(key);
            Files.copy(path(), copy);
            try (LeaseFile other = LeaseFile.open(copy)) {
                assertThat(other.key()).isNotEqualTo(key);
            }
        }
    }

    @Test
    void isReadNoFurtherThan64KiB() throws IOException {
        Files.write(path(), new byte[100_000]);
        try (LeaseFile file = LeaseFile.open(path())) {
            assertThat(file.read()).hasSize(1 << 16);
        }
    }
}
