package org.uidgenerator.crash;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.uidgenerator.crash.Expectation.Kind;
import org.uidgenerator.crash.FaultMatrix.Column;

/** The matrix for people: as a table of a page, and as a picture. */
final class FaultTable {
    private static final int LEFT = 330;
    private static final int TOP = 60;
    private static final int CELL_WIDTH = 76;
    private static final int CELL_HEIGHT = 20;

    private FaultTable() {}

    private static String name(CrashStore store) {
        return switch (store) {
            case POSTGRESQL -> "PostgreSQL";
            case MYSQL -> "MySQL";
            case MARIADB -> "MariaDB";
            case REDIS -> "Redis";
            case ZOOKEEPER -> "ZooKeeper";
            case ETCD -> "etcd";
            case DYNAMODB -> "DynamoDB";
            case ID_SERVICE -> "id service";
            default -> store.name();
        };
    }

    /** Returns the rows of a table in Markdown. */
    static String markdown() {
        List<Column> columns = FaultMatrix.columns();
        StringBuilder table = new StringBuilder("| fault |");
        columns.forEach(column ->
                table.append(' ').append(name(column.store())).append(column.counters() ? ", counters |" : " |"));
        table.append("\n|---|").append("---|".repeat(columns.size())).append('\n');
        for (StoreFault fault : StoreFault.values()) {
            table.append("| ")
                    .append(fault.title())
                    .append(" |")
                    .append(columns.stream()
                            .map(column -> " " + cell(FaultMatrix.expected(fault, column)))
                            .map(String::stripTrailing)
                            .collect(Collectors.joining(" |")))
                    .append(" |\n");
        }
        return table.toString();
    }

    private static String cell(Expectation expectation) {
        return expectation.kind() == Kind.NONE ? "–" : expectation.kind().word();
    }

    /** Returns a picture in SVG. */
    static String svg() {
        List<Column> columns = FaultMatrix.columns();
        StoreFault[] faults = StoreFault.values();
        int width = LEFT + columns.size() * CELL_WIDTH + 10;
        int bottom = TOP + faults.length * CELL_HEIGHT;
        Formatter svg = new Formatter(Locale.ROOT);
        svg.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %1$d %2$d\" role=\"img\">\n",
                width, bottom + 40);
        svg.format(
                "  <title>Faults of stores, and what generators do: continue, heal, refuse, or not covered</title>\n");
        svg.format("  <style>.paper { fill: #ffffff } text { fill: #1f2328; font: 11px sans-serif }\n");
        svg.format("    @media (prefers-color-scheme: dark) { .paper { fill: #0d1117 } text { fill: #e6edf3 } }\n");
        svg.format("  </style>\n  <rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n");
        text(svg, LEFT, 20, "start", "worker ids");
        text(svg, LEFT + FaultMatrix.STORES.size() * CELL_WIDTH, 20, "start", "counters");
        for (int i = 0; i < columns.size(); i++) {
            text(
                    svg,
                    LEFT + i * CELL_WIDTH + CELL_WIDTH / 2,
                    44,
                    "middle",
                    name(columns.get(i).store()));
        }
        for (int row = 0; row < faults.length; row++) {
            int y = TOP + row * CELL_HEIGHT;
            text(svg, LEFT - 8, y + 14, "end", faults[row].title());
            for (int i = 0; i < columns.size(); i++) {
                Kind kind = FaultMatrix.expected(faults[row], columns.get(i)).kind();
                if (kind != Kind.NONE) {
                    box(svg, LEFT + i * CELL_WIDTH, y, kind);
                }
            }
        }
        List<Kind> legend =
                Stream.of(Kind.values()).filter(kind -> kind != Kind.NONE).toList();
        for (int i = 0; i < legend.size(); i++) {
            box(svg, LEFT + i * CELL_WIDTH, bottom + 12, legend.get(i));
        }
        return svg.format("</svg>\n").toString();
    }

    private static void text(Formatter svg, int x, int y, String anchor, String text) {
        svg.format(
                "  <text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
                x, y, anchor, text.replace("&", "&amp;").replace("<", "&lt;"));
    }

    private static void box(Formatter svg, int x, int y, Kind kind) {
        svg.format(
                "  <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"%s\"/><text x=\"%d\" y=\"%d\" text-anchor=\"middle\" style=\"fill:#0d1117;font-size:9px\">%s</text>\n",
                x + 1, y + 1, CELL_WIDTH - 2, CELL_HEIGHT - 2, kind.color(), x + CELL_WIDTH / 2, y + 13, kind.word());
    }
}
