package org.uidgenerator.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figures in pages that are those of the committed reports. A comment after a figure names report, section, row and
 * column: {@code 396 <!-- report#contestants: AtomicLong @ 1 thread -->}. A row {@code fastest snowflake} stands for
 * the greatest figure of that kind. Uses the JDK alone, so that it also runs from its source.
 */
public final class CitedFigures {
    /** Where the reports are that pages cite, seen from the root of the project. */
    public static final Path FOLDER = Path.of("docs/internals/benchmarks");

    private static final List<String> PAGES = List.of(
            "README.md", "README.zh-CN.md", "uid-benchmarks/README.md", "docs/id-service.md", "docs/zh/id-service.md");
    private static final Map<String, Path> REPORTS = Map.of(
            "report", FOLDER.resolve("report.md"),
            "bars", FOLDER.resolve("bars.tsv"),
            "inserts", FOLDER.resolve("inserts.md"),
            "service", FOLDER.resolve("service.md"),
            "16-cores", Path.of("uid-benchmarks/16-cores/report.md"));
    private static final Pattern CITED = Pattern.compile("(\\S+) (<!-- (\\S+?)#(\\S*): (.+?) @ (.+?) -->)");
    private static final Pattern NOT_A_FIGURE = Pattern.compile("`[^`]*`|]\\([^()]*\\)|" + CITED);
    private static final Pattern FIGURE = Pattern.compile("-?[0-9].*");
    private static final String FASTEST = "fastest ";

    private final Path root;

    private CitedFigures(Path root) {
        this.root = root;
    }

    /** Takes the root of the project; prints what is wrong, and exits with 1 if anything is. */
    public static void main(String[] args) {
        CitedFigures figures = new CitedFigures(Path.of(args[0]));
        List<String> wrong = PAGES.stream().flatMap(figures::wrong).toList();
        wrong.forEach(System.out::println);
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    /** Puts the figures of the reports into all pages. */
    public static void write(Path root) throws IOException {
        CitedFigures figures = new CitedFigures(root);
        for (String page : PAGES) {
            String text = figures.read(Path.of(page));
            Files.writeString(
                    root.resolve(page),
                    CITED.matcher(text)
                            .replaceAll(
                                    cited -> Matcher.quoteReplacement(figures.reported(cited) + " " + cited.group(2))));
        }
    }

    /** Returns figures that differ from a report, and cells and rows without a citation beside or below one. */
    private Stream<String> wrong(String page) {
        String text = read(Path.of(page));
        Stream<String> other = CITED.matcher(text)
                .results()
                .filter(cited -> !FIGURE.matcher(cited.group(1)).matches()
                        || !cited.group(1).equals(reported(cited)))
                .map(cited -> page + ": " + cited.group() + " is " + reported(cited));
        List<String> lines = text.lines().toList();
        Stream<String> uncited = lines.stream()
                .filter(CitedFigures::isRowThatCites)
                .flatMap(row -> cells(row).stream().skip(1))
                .filter(cell -> NOT_A_FIGURE.matcher(cell).replaceAll("").matches(".*[0-9].*"))
                .map(cell -> page + ": no citation of a figure in " + cell);
        Stream<String> uncitedRows = IntStream.range(1, lines.size())
                .filter(i -> isRowThatCites(lines.get(i - 1)))
                .mapToObj(lines::get)
                .filter(line -> line.startsWith("|") && !isRowThatCites(line))
                .map(row -> page + ": no citation in " + row);
        return Stream.of(other, uncited, uncitedRows).flatMap(each -> each);
    }

    private static boolean isRowThatCites(String line) {
        return line.startsWith("|") && CITED.matcher(line).find();
    }

    private String reported(MatchResult cited) {
        Path report = REPORTS.get(cited.group(3));
        if (report == null) {
            return "in no report of that name";
        }
        String row = cited.group(5);
        String column = cited.group(6);
        List<List<String>> table = table(report, cited.group(4), column);
        int index = table.isEmpty() ? -1 : table.get(0).indexOf(column);
        return table.stream()
                .filter(cells -> row.startsWith(FASTEST)
                        ? cells.get(1).equals(row.substring(FASTEST.length()))
                        : cells.get(0).equals(row))
                .map(cells -> cells.get(index).split(" ", 2)[0]) // without a remark
                .filter(FIGURE.asMatchPredicate())
                .max(Comparator.comparingDouble(figure -> Double.parseDouble(figure.replace(",", ""))))
                .orElse("(not-measured)");
    }

    /** Returns the first table of the section that has the column. */
    private List<List<String>> table(Path report, String section, String column) {
        String text = read(report);
        if (report.toString().endsWith(".tsv")) {
            return text.lines().map(line -> List.of(line.split("\t", -1))).toList();
        }
        return text.lines()
                .dropWhile(line -> !line.toLowerCase(Locale.ROOT).equals("## " + section))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .dropWhile(line -> !line.startsWith("|") || !cells(line).contains(column))
                .takeWhile(line -> line.startsWith("|"))
                .map(CitedFigures::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(1).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    private String read(Path page) {
        try {
            return Files.readString(root.resolve(page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
