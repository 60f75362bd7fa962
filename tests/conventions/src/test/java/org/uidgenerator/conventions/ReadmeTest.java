package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the READMEs to their two commands. */
class ReadmeTest {
    private static MarkdownPage readme(String name) {
        return MarkdownPage.read(MarkdownPage.ROOT.resolve(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void hasACommandToRunItAndOneToTestIt(String name) {
        assertThat(readme(name).codeBlocks().stream()
                        .filter(block -> block.fence().equals("```sh"))
                        .map(CodeBlock::code))
                .containsExactly("./mvnw -q compile -Prun -Dquick -pl examples/plain -am", "./mvnw verify");
    }
}
