package org.uidgenerator.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** A table that reads well as text, too: columns are as wide as their widest cell. */
final class MarkdownTable {
    private final List<List<String>> rows = new ArrayList<>();

    MarkdownTable(List<String> head) {
        rows.add(List.copyOf(head));
    }

    void add(List<String> row) {
        if (row.size() != rows.get(0).size()) {
            throw new IllegalArgumentException("a row must have as many cells as the head: " + row);
        }
        rows.add(List.copyOf(row));
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (int column = 0; column < columns; column++) {
            int at = column;
            widths[at] = Math.max(
                    3, rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
        }
        StringBuilder text = new StringBuilder();
        appendRow(text, rows.get(0), widths);
        for (int width : widths) {
            text.append("|").append("-".repeat(width + 2));
        }
        text.append("|\n");
        rows.subList(1, rows.size()).forEach(row -> appendRow(text, row, widths));
        return text.toString();
    }

    private static void appendRow(StringBuilder text, List<String> row, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column).replace("|", "\\|");
            text.append("| ")
                    .append(cell)
                    .append(" ".repeat(Math.max(0, widths[column] - cell.length())))
                    .append(' ');
        }
        text.append("|\n");
    }
}
