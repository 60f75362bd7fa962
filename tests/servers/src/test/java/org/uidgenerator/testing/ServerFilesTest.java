package org.uidgenerator.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFilesTest {
    /** As when two servers of one kind are made at the same time, before either has been unpacked. */
    @Test
    void copiesFromAJarThatSomebodyElseIsReading(@TempDir Path folder) throws Exception {
        String resource = "/org/assertj/core/annotations";
        try (FileSystem jar = FileSystems.newFileSystem(
                ServerFilesTest.class.getResource(resource).toURI(), Map.of())) {
            ServerFiles.copyFromJar(resource, folder.resolve("copy"));

            assertThat(jar.isOpen()).isTrue();
        }
        assertThat(folder.resolve("copy")).isNotEmptyDirectory();
    }
}
