package org.uidgenerator.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IssuedFileTest {
    @TempDir
    Path folder;

    @Test
    void keepsConsecutiveUidsAsOneRun() throws IOException {
        Path path = write(5, 6, 7, 20, 22, 23);

        assertThat(IssuedFile.read(path, 1))
                .containsExactly(new Issued(1, 5, 3), new Issued(1, 20, 1), new Issued(1, 22, 2));
        assertThat(IssuedFile.last(path)).hasValue(23);
    }

    @Test
    void dropsARunThatWasCutOff() throws IOException {
        Path path = write(5, 6);
        Files.write(path, new byte[15], StandardOpenOption.APPEND);

        assertThat(IssuedFile.read(path, 1)).containsExactly(new Issued(1, 5, 2));
        assertThat(IssuedFile.last(path)).hasValue(6);
    }

    @Test
    void hasNoLastOneBeforeTheFirst() throws IOException {
        assertThat(IssuedFile.last(folder.resolve("missing"))).isEmpty();
        assertThat(IssuedFile.last(write())).isEmpty();
    }

    @Test
    void findsAThreadThatWasGivenALowerOneLater() throws IOException {
        Path path = write(5, 6, 20, 6);

        assertThatThrownBy(() -> IssuedFile.read(path, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        path
                                + " does not ascend: Issued[process=1, first=20, count=1], then Issued[process=1, first=6, count=1]");
    }

    private Path write(long... uids) throws IOException {
        Path path = folder.resolve("issued");
        try (IssuedFile file = new IssuedFile(path, 8)) {
            if (uids.length > 0) {
                file.append(uids);
            }
        }
        return path;
    }
}
