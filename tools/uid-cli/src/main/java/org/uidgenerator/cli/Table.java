package org.uidgenerator.cli;

import java.util.ArrayList;
import java.util.List;

/** Lines up rows in columns that are as wide as their widest cell. */
final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();

    Table row(String... cells) {
        rows.add(List.of(cells));
        for (int i = 0; i < cells.length; i++) {
            if (i == widths.size()) {
                widths.add(0);
            }
            widths.set(i, Math.max(widths.get(i), cells[i].length()));
        }
        return this;
    }

    void print(Lines lines) {
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths.get(i) - row.get(i).length()))
                        .append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
    }
}
