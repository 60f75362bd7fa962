package org.uidgenerator.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class CommandsTest {
    @TempDir
    private Path folder;

    @Test
    void startsAProgramOnceNobodyWritesItAnyMore() throws Exception {
        Path program = Files.copy(Path.of("/bin/true"), folder.resolve("program"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        OutputStream writer = Files.newOutputStream(program, StandardOpenOption.APPEND);
        CompletableFuture<Void> close = CompletableFuture.runAsync(
                () -> close(writer), CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));

        assertThat(Commands.start(new ProcessBuilder(program.toString())).waitFor())
                .isZero();
        close.join();
    }

    private static void close(OutputStream writer) {
        try {
            writer.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void saysThatAProgramIsNotThere() {
        assertThatThrownBy(() -> Commands.start(
                        new ProcessBuilder(folder.resolve("nothing").toString())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing");
    }
}
