package org.uidgenerator.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.benchmarks.programs.ChildJvm;

/** Servers in processes of their own, and requests of several connections to them. */
class ServerCommandTest {
    @TempDir
    Path folder;

    private static ServerCommand command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ChildJvm.java(Path.of(System.getProperty("java.home"))),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        return new ServerCommand("a server", command);
    }

    @ParameterizedTest
    @ValueSource(strings = {"servlet", "controller"})
    void measuresEachRequestToAServer(String kind) throws Exception {
        try (ServerCommand.Server server =
                        command(ConstantAnswers.class.getName(), kind, "").start(folder);
                Connections connections = new Connections(3)) {
            AtomicInteger asked = new AtomicInteger();

            long[] nanos = connections.ask(Exchange.get(server.port(), "/api/id"), () -> asked.getAndIncrement() < 20);

            assertThat(nanos).hasSize(20).isSorted().doesNotContain(0);
            assertThat(server.cpu()).isPositive();
            assertThat(server.millis()).isPositive();
        }
    }

    @Test
    void failsIfTheServerRefuses() throws Exception {
        try (ServerCommand.Server server = command(ConstantAnswers.class.getName(), "controller", "")
                        .start(folder);
                Exchange exchange = Exchange.get(server.port(), "/missing").open()) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(exchange::once)
                    .withMessageStartingWith("the server refused: HTTP/1.1 404");
        }
    }

    @Test
    void failsIfTheServerDoesNotStart() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> command("-XX:NoSuchOption=", "").start(folder))
                .withMessageStartingWith("a server does not start: ")
                .withMessageContaining("NoSuchOption");
    }
}
