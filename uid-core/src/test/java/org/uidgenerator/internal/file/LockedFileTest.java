package org.uidgenerator.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.contract.Leftovers;
import org.uidgenerator.test.internal.Patience;

/** A file that one lease at the same time has open. */
class LockedFileTest {
    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("uid.lease");
    }

    @Test
    void isReplacedAsAWhole() throws IOException {
        try (LockedFile file = LockedFile.open(path())) {
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
        try (LockedFile file = LockedFile.open(path())) {
            assertThat(file.path()).isEqualTo(path().toRealPath());
            for (Path other :
                    new Path[] {path(), link, folder.resolve("x/../uid.lease").normalize()}) {
                assertThatThrownBy(() -> LockedFile.open(other))
                        .isInstanceOf(LockedFileException.class)
                        .hasMessage("another generator of this process uses it; each needs a file of its own");
            }
        }
        LockedFile.open(path()).close();
    }

    @Test
    void staysOpenForTheHolderThatOpenedItSinceWhenItIsClosedAgain() throws IOException {
        LockedFile first = LockedFile.open(path());
        first.close();
        try (LockedFile second = LockedFile.open(path())) {
            first.close();
            second.write("it");
            assertThatThrownBy(() -> LockedFile.open(path())).isInstanceOf(LockedFileException.class);
        }
    }

    @Test
    void isLockedAgainstOtherProcessesAlsoAfterItWasRefusedHere() throws Exception {
        try (LockedFile file = LockedFile.open(path())) {
            file.write("it");
            assertThatThrownBy(() -> LockedFile.open(path())).isInstanceOf(LockedFileException.class);
            assertThat(openElsewhere()).isEqualTo("another process uses it; each needs a file of its own");
        }
        assertThat(openElsewhere()).isEqualTo("it");
    }

    /** The lock of another class loader looks like that of another process to those that ask the system. */
    @Test
    void canBeOpenedOnceNoOtherProcessLocksItAnyMore() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw");
                FileLock lock = file.getChannel().lock(Long.MAX_VALUE - 1, 1, false)) {
            assertThat(lock.isValid()).isTrue();
            assertThatThrownBy(() -> LockedFile.open(path()))
                    .isInstanceOf(LockedFileException.class)
                    .hasMessage("another generator of this process uses it; each needs a file of its own");
        }

        LockedFile.open(path()).close();
    }

    private String openElsewhere() throws Exception {
        String output = ChildJvm.run(List.of("-Dfile=" + path()), OtherProcess.class);
        return output.strip();
    }

    static final class OtherProcess {
        public static void main(String[] args) throws IOException {
            try (LockedFile file = LockedFile.open(Path.of(System.getProperty("file")))) {
                System.out.println(file.read());
            } catch (LockedFileException e) {
                System.out.println(e.why());
            }
        }
    }

    @Test
    void isNotOpenHereAsLongAsAnotherProcessHasIt() throws Exception {
        Path letGo = folder.resolve("let-go");
        Path locked = folder.resolve("locked");
        CompletableFuture<String> holder = CompletableFuture.supplyAsync(() -> holdElsewhere(locked, letGo));
        Patience.spinUntil(() -> Files.exists(locked) || holder.isDone());

        assertThatThrownBy(() -> LockedFile.open(path()))
                .isInstanceOf(LockedFileException.class)
                .hasMessage("another process uses it; each needs a file of its own");
        assertThat(Leftovers.descriptors(path())).isEmpty();

        Files.createFile(letGo);
        assertThat(holder.get()).isEmpty();
        try (LockedFile file = LockedFile.open(path())) {
            assertThat(file.read()).isEqualTo("held");
        }
        assertThat(Leftovers.descriptors(path())).isEmpty();
    }

    private String holdElsewhere(Path locked, Path letGo) {
        try {
            return ChildJvm.run(
                    List.of("-Dfile=" + path(), "-Dlocked=" + locked, "-DletGo=" + letGo), HoldingProcess.class);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static final class HoldingProcess {
        public static void main(String[] args) throws IOException {
            try (LockedFile file = LockedFile.open(Path.of(System.getProperty("file")))) {
                file.write("held");
                Files.createFile(Path.of(System.getProperty("locked")));
                Patience.spinUntil(() -> Files.exists(Path.of(System.getProperty("letGo"))));
            }
        }
    }

    @Test
    void isToldFromItsCopiesByItsKey() throws IOException {
        Path copy = folder.resolve("copy");
        try (LockedFile file = LockedFile.open(path())) {
            String key = file.key();
            if (path().getFileSystem().supportedFileAttributeViews().contains("unix")) {
                assertThat(key).contains("ino=" + Files.getAttribute(path(), "unix:ino"));
            }
            file.write("it");
            assertThat(file.key()).isEqualTo(key);
            Files.copy(path(), copy);
            try (LockedFile other = LockedFile.open(copy)) {
                assertThat(other.key()).isNotEqualTo(key);
            }
        }
    }

    @Test
    void isReadNoFurtherThan64KiB() throws IOException {
        Files.write(path(), new byte[100_000]);
        try (LockedFile file = LockedFile.open(path())) {
            assertThat(file.read()).hasSize(1 << 16);
        }
    }
}
