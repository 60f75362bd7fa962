import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The results of a build, read from the reports of its tests.
 *
 * <pre>
 * java tools/results/Results.java gate     prints the slowest tests of the gate
 * java tools/results/Results.java proofs   prints a table of the proofs: what each of them covered, and its result
 * java tools/results/Results.java classes  prints a table of the test classes: run by the gate, the proofs or both
 *
 * --root DIR       the root of the project, by default the working directory
 * --since INSTANT  leaves out older reports, for example those from before 2026-11-28T17:30:00Z
 * --markdown       prints the classes as tables of Markdown
 * </pre>
 *
 * The first two also list the tests that failed, flickered or were skipped. The exit status is 1 if a test failed, if a
 * test was skipped without a reason, or if a compiled test class stands in no report.
 *
 * <p>A test of more than 10 seconds states its reason in one line above the annotations of the method or of its class,
 * {@code // Slow: TLC visits all states.}
 *
 * <p>A module belongs to the proof that the property {@code proof} of its pom.xml names, or else that of the root. Lines of standard output that
 * begin with "covered: " state what a proof covered. If failed tests run again, Surefire's reports leave out the output
 * of green tests, which is then found only if {@code redirectTestOutputToFile} is set.
 */
final class Results {
    private static final DocumentBuilderFactory XML = DocumentBuilderFactory.newInstance();
    private static final int SLOWEST = 20;
    private static final int SLOW_SECONDS = 10;
    private static final List<String> GRAVEST_FIRST = List.of("RED", "flickered", "green", "skipped");
    private static final String SLOW = "// Slow: ";
    private static final String NO_REASON = "no reason given";
    private static final Pattern SAYS_NOTHING =
            Pattern.compile("assumption is not true|(class|void) .* is @Disabled|at \\S+\\(.*|\\s*");
    private static final Pattern THROWN = Pattern.compile("^[a-zA-Z0-9.]+Exception:?\\s*(Assumption failed: )?");
    private static final Pattern PROOF = Pattern.compile("<proof>([\\w-]+)</proof>");
    private static final Pattern COVERED = Pattern.compile("(?m)^covered: (.*\\S)");
    private static final Pattern CONCRETE = Pattern.compile("(?m)^(@\\S+ |(?!abstract)[a-z]+ )*class ");

    private final Path root;
    private final Instant since;
    private final List<String> modules;

    private Results(Path root, Instant since) throws IOException {
        this.root = root;
        this.since = since;
        this.modules = files(root, 4, "pom\\.xml").stream()
                .map(pom -> root.relativize(pom.getParent()).toString().replace('\\', '/'))
                .toList();
    }

    public static void main(String[] arguments) throws Exception {
        List<String> options = new ArrayList<>(List.of(arguments));
        Path root = Path.of(option("--root", "", options)).toAbsolutePath().normalize();
        Results results = new Results(root, Instant.parse(option("--since", Instant.EPOCH.toString(), options)));
        boolean markdown = options.remove("--markdown");
        boolean fine = switch (String.join(" ", options)) {
            case "gate" -> results.gate();
            case "proofs" -> results.proofs();
            case "classes" -> results.classes(markdown);
            default -> throw new IllegalArgumentException("gate|proofs|classes [options]: " + options);
        };
        System.exit(fine ? 0 : 1);
    }

    private static String option(String name, String otherwise, List<String> options) {
        int at = options.indexOf(name);
        if (at < 0) {
            return otherwise;
        }
        options.remove(at);
        return options.remove(at);
    }

    private boolean gate() throws Exception {
        List<Test> tests = testsOf(reports("surefire-reports"));
        print("The gate: %,d tests in %,d classes", tests.size(), tests.stream().map(Test::type).distinct().count());
        print("%nSlowest tests, in seconds:");
        long slow = tests.stream().filter(test -> test.seconds > SLOW_SECONDS).count();
        List<Test> slowest = tests.stream()
                .sorted(Comparator.comparingDouble(Test::seconds).reversed())
                .limit(Math.max(SLOWEST, slow))
                .toList();
        List<String> sources = slow == 0 ? List.of() : sourcesWithReasons();
        for (Test test : slowest) {
            String reason = test.seconds > SLOW_SECONDS ? ": " + slowReason(test, sources) : "";
            print("%8.1f  %s: %s%s", test.seconds, test.module, test.name, reason);
        }
        return printOthersThanGreen(tests);
    }

    private List<String> sourcesWithReasons() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String module : modules) {
            for (Path file : files(root.resolve(module).resolve("src"), 99, ".*\\.java")) {
                String source = Files.readString(file);
                if (source.contains(SLOW)) {
                    sources.add(source);
                }
            }
        }
        return sources;
    }

    /** Looks for the method anywhere, because a suite or a contract may declare it, and then for the class. */
    private static String slowReason(Test test, List<String> sources) {
        String type = test.type.replaceFirst(".*\\.", "");
        String method = test.name.replaceFirst(".*\\.(\\w+).*", "$1");
        return Stream.of(" +(public )?(void|[A-Z][\\w<>]*) " + method + "\\(.*", "[a-z ]*class " + type + "\\b.*")
                .map(Pattern::compile)
                .flatMap(declaration -> sources.stream().flatMap(source -> reasonAbove(declaration, source)))
                .findFirst()
                .orElse(NO_REASON);
    }

    /** Returns the reason that stands above a declaration, with no blank line between. */
    private static Stream<String> reasonAbove(Pattern declaration, String source) {
        String reason = "";
        for (String line : source.lines().toList()) {
            if (line.strip().startsWith(SLOW)) {
                reason = line.strip().substring(SLOW.length());
            } else if (line.isBlank()) {
                reason = "";
            } else if (!reason.isEmpty() && declaration.matcher(line).matches()) {
                return Stream.of(reason);
            }
        }
        return Stream.empty();
    }

    private boolean proofs() throws Exception {
        List<Report> reports = reports("proof-reports");
        Map<String, List<Report>> reportsOf = reports.stream().collect(Collectors.groupingBy(Report::module));
        Map<String, List<String>> modulesOf = new TreeMap<>();
        Optional<String> usual = proofOf("");
        for (String module : modules) {
            Optional<String> other = reportsOf.containsKey(module) ? usual.or(() -> Optional.of(module)) : Optional.empty();
            Optional<String> proof = module.isEmpty() ? Optional.empty() : proofOf(module).or(() -> other);
            proof.ifPresent(name ->
                    modulesOf.computeIfAbsent(name, ofName -> new ArrayList<>()).add(module));
        }
        printRow("proof", "covered", "result", "seconds");
        modulesOf.forEach((proof, itsModules) -> printProof(proof, itsModules, reportsOf));
        return printOthersThanGreen(testsOf(reports));
    }

    private Optional<String> proofOf(String module) throws IOException {
        return groups(PROOF, Files.readString(root.resolve(module).resolve("pom.xml"))).findFirst();
    }

    private static void printProof(String proof, List<String> modules, Map<String, List<Report>> reportsOf) {
        List<Report> reports = modules.stream()
                .flatMap(module -> reportsOf.getOrDefault(module, List.of()).stream())
                .toList();
        Set<String> covered = new LinkedHashSet<>();
        reports.forEach(report -> covered.addAll(report.covered));
        reports.stream()
                .collect(Collectors.groupingBy(Report::platform, TreeMap::new, Collectors.summingInt(Report::testsRun)))
                .forEach((on, tests) -> covered.add(text("%,d test%s on %s", tests, tests == 1 ? "" : "s", on)));
        modules.stream()
                .filter(module -> !reportsOf.containsKey(module))
                .forEach(module -> covered.add("no report of " + module));
        List<String> outcomes = testsOf(reports).stream().map(Test::outcome).distinct().toList();
        String result = GRAVEST_FIRST.stream().filter(outcomes::contains).findFirst().orElse("not run");
        double seconds = reports.stream().mapToDouble(Report::seconds).sum();
        printRow(proof, String.join("; ", covered), result, text("%,.1f", seconds));
    }

    private static void printRow(String proof, String covered, String result, String seconds) {
        String[] lines = covered.replaceAll("(.{1,98})( |$)", "$1\n").split("\n");
        print("%-14s | %-98s | %-9s | %10s", proof, lines[0], result, seconds);
        Stream.of(lines).skip(1).forEach(line -> print("%-14s | %-98s | %-9s |", "", line, ""));
    }

    private boolean classes(boolean markdown) throws Exception {
        Map<String, Map<String, String>> runs = new TreeMap<>(); // of the classes, by module
        for (String run : List.of("gate", "proofs")) {
            for (Test test : testsOf(reports(run.equals("gate") ? "surefire-reports" : "proof-reports"))) {
                runs.computeIfAbsent(test.module, module -> new TreeMap<>())
                        .merge(test.type, run, (one, other) -> one.equals(other) ? one : "both");
            }
        }
        runs.forEach((module, classes) -> {
            print(markdown ? "### %s%n%n| test class | runs in |%n|---|---|" : "%s", module);
            classes.forEach((name, run) -> print(markdown ? "| `%s` | %s |" : "  %-90s %s", name, run));
            print("");
        });

        List<String> unreported = new ArrayList<>();
        for (String module : modules) {
            Set<String> reported = runs.getOrDefault(module, Map.of()).keySet();
            compiledTestClasses(module).stream()
                    .filter(name -> !reported.contains(name))
                    .forEach(name -> unreported.add(module + ": " + name));
        }
        print("Test classes in no report: %d", unreported.size());
        unreported.forEach(name -> print("  %s", name));
        return unreported.isEmpty();
    }

    /** Returns the classes that Surefire or Failsafe runs. The source of an abstract suite or an interface says so. */
    private List<String> compiledTestClasses(String module) throws IOException {
        Path sources = root.resolve(module).resolve("src/test/java");
        Path compiled = root.resolve(module).resolve("target/test-classes");
        List<String> names = new ArrayList<>();
        for (Path source : files(sources, 99, ".*(Test|Tests|TestCase|IT)\\.java")) {
            String name = sources.relativize(source).toString().replace(".java", "");
            if (Files.exists(compiled.resolve(name + ".class")) && CONCRETE.matcher(Files.readString(source)).find()) {
                names.add(name.replaceAll("[/\\\\]", "."));
            }
        }
        return names;
    }

    /** Prints what failed, flickered or was skipped. Returns false if a test failed or if a skip has no reason. */
    private static boolean printOthersThanGreen(List<Test> tests) {
        Map<String, List<Test>> with = tests.stream().collect(Collectors.groupingBy(Test::outcome));
        for (String outcome : List.of("RED", "flickered")) {
            for (Test test : with.getOrDefault(outcome, List.of())) {
                print("%n%s: %s: %s", outcome, test.module, test.name);
                test.runs.forEach(run -> print("    %s", run));
            }
        }
        List<Test> skipped = with.getOrDefault("skipped", List.of());
        print("%nSkipped tests: %d", skipped.size());
        Map<String, List<Test>> reasons = new TreeMap<>(
                skipped.stream().collect(Collectors.groupingBy(test -> test.module + ": " + test.runs.get(0))));
        reasons.forEach((reason, those) -> {
            print("  %s", reason);
            those.stream().map(Test::name).sorted().forEach(name -> print("    %s", name));
        });
        return !with.containsKey("RED") && skipped.stream().noneMatch(test -> test.runs.contains(NO_REASON));
    }

    private List<Report> reports(String folder) throws Exception {
        List<Report> reports = new ArrayList<>();
        for (String module : modules) {
            for (Path file : files(root.resolve(module).resolve("target").resolve(folder), 1, "TEST-.*\\.xml")) {
                if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
                    reports.add(Report.read(module, file));
                }
            }
        }
        return reports;
    }

    /** A test of an outermost class, with the failures of its runs or the reason of its skip, if it was not green. */
    private record Test(String module, String type, String name, double seconds, String outcome, List<String> runs) {
        static Test of(String module, Element test) {
            String attribute = test.getAttribute("classname"); // without its package if ArchUnit runs the test
            String className =
                    attribute.contains(".") ? attribute : ((Element) test.getParentNode()).getAttribute("name");
            String name = test.getAttribute("name").replaceFirst("\\([^()]*\\)", ""); // types of parameters
            String outcome = "green";
            List<String> runs = new ArrayList<>();
            for (Element run : children(test, "(?i).*(failure|error)|skipped").toList()) {
                String tag = run.getTagName();
                outcome = tag.equals("skipped") ? tag : tag.startsWith("flaky") ? "flickered" : "RED";
                runs.add(tag.equals("skipped") ? reason(run) : failure(run));
            }
            if (outcome.equals("flickered")) {
                runs.add("green when run again");
            }
            String fullName = className.replaceFirst("^(\\w+\\.)+", "") + "." + shorten(name, 80);
            return new Test(module, className.replaceFirst("[$(].*", ""), fullName, secondsOf(test), outcome, runs);
        }

        private static String failure(Element run) {
            String type = run.getAttribute("type").replaceFirst(".*\\.", "");
            return shorten(type + ": " + run.getAttribute("message").strip().replaceAll("\\s+", " "), 136);
        }

        /** Returns the message of an annotation or of an assumption. */
        private static String reason(Element skipped) {
            return Stream.of(skipped.getAttribute("message"), skipped.getTextContent())
                    .flatMap(text -> THROWN.matcher(text).replaceFirst("").lines().limit(1))
                    .filter(line -> !SAYS_NOTHING.matcher(line).matches())
                    .findFirst()
                    .orElse(NO_REASON);
        }
    }

    /** A report on a suite. The seconds are at least those of all tests, because a rerun replaces the suite's own. */
    private record Report(String module, List<Test> tests, List<String> covered, String platform, double seconds) {
        static Report read(String module, Path file) throws Exception {
            Element suite = XML.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
            List<Element> cases = children(suite, "testcase").toList();
            Path other = Path.of(file.toString().replaceFirst("TEST-([^/\\\\]+)\\.xml$", "$1-output.txt"));
            String output = Stream.concat(Stream.of(suite), cases.stream())
                    .flatMap(place -> children(place, "system-out"))
                    .map(Element::getTextContent)
                    .collect(Collectors.joining("\n", Files.exists(other) ? Files.readString(other) : "", ""));
            Map<String, String> properties = new TreeMap<>();
            children(suite, "properties")
                    .flatMap(all -> children(all, "property"))
                    .forEach(one -> properties.put(one.getAttribute("name"), one.getAttribute("value")));
            Locale.Builder locale = new Locale.Builder()
                    .setLanguage(properties.get("user.language"))
                    .setRegion(properties.get("user.country"));
            return new Report(
                    module,
                    cases.stream().map(test -> Test.of(module, test)).toList(),
                    groups(COVERED, output).toList(),
                    text("JDK %s, %s", properties.get("java.version"), locale.build().toLanguageTag()),
                    Math.max(secondsOf(suite), cases.stream().mapToDouble(Results::secondsOf).sum()));
        }

        int testsRun() {
            return (int) tests.stream().filter(test -> !test.outcome.equals("skipped")).count();
        }
    }

    private static List<Test> testsOf(List<Report> reports) {
        return reports.stream().flatMap(report -> report.tests.stream()).toList();
    }

    private static double secondsOf(Element element) {
        return Double.parseDouble(element.getAttribute("time").replace(",", ""));
    }

    private static Stream<Element> children(Element parent, String tags) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node.getNodeName().matches(tags))
                .map(Element.class::cast);
    }

    private static Stream<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }

    private static List<Path> files(Path folder, int depth, String name) throws IOException {
        try (Stream<Path> files = Files.exists(folder) ? Files.walk(folder, depth) : Stream.empty()) {
            return files.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
        }
    }

    private static String shorten(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 3) + "...";
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static void print(String format, Object... values) {
        System.out.println(text(format, values).stripTrailing());
    }
}
