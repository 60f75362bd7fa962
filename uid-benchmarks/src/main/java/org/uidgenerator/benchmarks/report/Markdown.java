package org.uidgenerator.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A page of headings, paragraphs, tables and pictures. */
final class Markdown {
    private final List<String> parts = new ArrayList<>();

    Markdown(String title) {
        parts.add("# " + title);
    }

    Markdown add(String... paragraphs) {
        parts.addAll(List.of(paragraphs));
        return this;
    }

    /** Adds nothing for what was not measured. */
    void addSection(String title, String explanation, String table, String... pictures) {
        if (!table.isEmpty()) {
            add("## " + title, explanation, table).add(pictures);
        }
    }

    /** Returns nothing if there are no rows. */
    static String table(List<String> head, Stream<List<String>> rows) {
        List<String> body = rows.map(Markdown::row).toList();
        return body.isEmpty()
                ? ""
                : row(head) + "\n" + row(Collections.nCopies(head.size(), "---")) + "\n" + String.join("\n", body);
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    @Override
    public String toString() {
        return String.join("\n\n", parts) + "\n";
    }
}
