package org.uidgenerator.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExampleTest {
    @Test
    void printsUidsOfANewWorkerIdAtEachStart(@TempDir Path folder) {
        List<String> first = run(folder);
        List<String> second = run(folder);

        assertThat(first).hasSize(9).element(1).asString().matches(" *\\d+  \\d{4}-\\S+Z +1 +\\d+");
        assertThat(first).element(7).asString().endsWith("million a second, a cold start included");
        assertThat(first).last().asString().startsWith("Next: ").contains("docs/quick-start.md");
        assertThat(second).element(1).asString().matches(" *\\d+  \\d{4}-\\S+Z +2 +\\d+");
    }

    private static List<String> run(Path folder) {
        PrintStream standardOut = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setProperty("example.database", folder.resolve("uids").toString());
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            Example.main(new String[0]);
        } finally {
            System.setOut(standardOut);
            System.clearProperty("example.database");
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
