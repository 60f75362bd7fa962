package org.uidgenerator.conventions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation, taken apart.
 *
 * @param headings with their number signs, as written
 * @param tables with the row that separates the header
 * @param text everything outside code blocks
 */
record MarkdownPage(Path file, List<String> headings, List<CodeBlock> codeBlocks, List<String> tables, String text) {
    /** The root of the repository, seen from the folder of this module. */
    static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern HEADING = Pattern.compile("#{1,6} .*");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\[[^\\[\\]]*]\\(([^()\\s]+)\\)");
    private static final Pattern LINK_OF_HEADING = Pattern.compile("\\[([^\\[\\]]*)]\\([^()]*\\)");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N}\\p{M} _-]");

    static MarkdownPage read(Path file) {
        List<String> headings = new ArrayList<>();
        List<CodeBlock> codeBlocks = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int fence = -1;
        boolean inTable = false;
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String stripped = line.strip();
            if (stripped.startsWith("```")) {
                if (fence < 0) {
                    fence = i;
                } else {
                    String code = String.join("\n", lines.subList(fence + 1, i));
                    codeBlocks.add(new CodeBlock(lines.get(fence).strip(), fence + 2, code));
                    fence = -1;
                }
            } else if (fence < 0) {
                if (HEADING.matcher(line).matches()) {
                    headings.add(line);
                }
                if (stripped.startsWith("|")) {
                    int last = tables.size() - 1;
                    if (inTable) {
                        tables.set(last, tables.get(last) + '\n' + stripped);
                    } else {
                        tables.add(stripped);
                    }
                }
                inTable = stripped.startsWith("|");
                text.append(line).append('\n');
            }
        }
        if (fence >= 0) {
            throw new IllegalStateException(file + " ends in a code block");
        }
        return new MarkdownPage(file, headings, codeBlocks, tables, text.toString());
    }

    /** Returns what links point to, in order: paths relative to the folder of the page, anchors and addresses. */
    List<String> links() {
        String prose = CODE.matcher(text).replaceAll("code");
        return LINK.matcher(prose).results().map(link -> link.group(1)).toList();
    }

    /** Returns the anchors of the headings, as GitHub makes them. */
    List<String> anchors() {
        Map<String, Integer> seen = new HashMap<>();
        return headings.stream()
                .map(heading -> heading.replaceFirst("^#+ ", ""))
                .map(heading -> LINK_OF_HEADING.matcher(heading).replaceAll("$1"))
                .map(heading -> NOT_IN_ANCHORS
                        .matcher(heading.toLowerCase(Locale.ROOT))
                        .replaceAll("")
                        .replace(' ', '-'))
                .map(anchor -> {
                    int before = seen.merge(anchor, 1, Integer::sum) - 1;
                    return before == 0 ? anchor : anchor + "-" + before;
                })
                .toList();
    }

    /** Returns the pages at the top of the repository, and those below its folders {@code docs} and {@code .github}. */
    static List<Path> all() {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> github = Files.walk(ROOT.resolve(".github"))) {
            return Stream.of(top, docs, github)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return ROOT.relativize(file).toString();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
