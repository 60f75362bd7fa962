package org.uidgenerator.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LocalHostTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void hasTheNameThatTheKernelKnows() throws Exception {
        assertThat(LocalHost.name())
                .isEqualTo(
                        Files.readString(Path.of("/proc/sys/kernel/hostname")).strip())
                .isNotBlank();
    }

    @Test
    void namesAProcessByItsHostAndItsId() {
        assertThat(LocalHost.thisProcess("orders-2"))
                .isEqualTo("orders-2:" + ProcessHandle.current().pid());
    }
}
