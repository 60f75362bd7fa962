import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Compares reports of PIT with the list of known survivors. See README.md. */
final class Survivors {
    private static final Path LIST = Path.of("tools/mutants/equivalent.txt");
    private static final Pattern ENTRY = Pattern.compile("(\\S+#\\S+ \\S+ `[^`]+`) \\S.*");
    private static final Set<String> FOUND = Set.of("KILLED", "TIMED_OUT", "MEMORY_ERROR");

    private Survivors() {}

    /** What happened to the mutants of a package. */
    private static final class Figures {
        private int mutants;
        private int found;
        private int listed;
        private int unlisted;
    }

    public static void main(String[] reports) throws Exception {
        List<String> known = known();
        Map<String, Figures> packages = new TreeMap<>();
        Set<String> classes = new HashSet<>();
        List<String> unlisted = new ArrayList<>();
        for (Element mutation : united(reports)) {
            String outermost = text(mutation, "mutatedClass").replaceFirst("\\$.*", "");
            Figures figures = packages.computeIfAbsent(packageOf(outermost), name -> new Figures());
            classes.add(outermost);
            figures.mutants++;
            if (isFound(mutation)) {
                figures.found++;
            } else if (known.remove(name(mutation))) { // one entry for each mutant
                figures.listed++;
            } else {
                figures.unlisted++;
                unlisted.add(name(mutation) + " line " + text(mutation, "lineNumber") + ", "
                        + text(mutation, "description") + ", " + mutation.getAttribute("status"));
            }
        }
        List<String> gone = known.stream()
                .filter(name -> classes.contains(name.replaceFirst("[#$].*", "")))
                .toList();

        System.out.println("mutants found listed unlisted package");
        packages.forEach((name, figures) -> System.out.printf(
                Locale.ROOT, "%7d %5d %6d %8d %s%n", figures.mutants, figures.found, figures.listed, figures.unlisted, name));
        unlisted.forEach(name -> System.out.println("survived, not listed: " + name));
        gone.forEach(name -> System.out.println("listed, no survivor: " + name));
        System.exit(unlisted.isEmpty() && gone.isEmpty() ? 0 : 1);
    }

    /** Of a mutant in several reports, as of classes that other modules test as well, the one where it is found. */
    private static Collection<Element> united(String[] reports) throws Exception {
        Map<String, Element> mutants = new LinkedHashMap<>();
        for (String report : reports) {
            NodeList mutations = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(Path.of(report).toFile())
                    .getElementsByTagName("mutation");
            for (int i = 0; i < mutations.getLength(); i++) {
                Element mutation = (Element) mutations.item(i);
                String place = List.of("mutatedClass", "mutatedMethod", "methodDescription", "lineNumber", "mutator", "index")
                        .stream()
                        .map(tag -> text(mutation, tag))
                        .collect(Collectors.joining(" "));
                mutants.merge(place, mutation, (one, other) -> isFound(one) ? one : other);
            }
        }
        return mutants.values();
    }

    private static boolean isFound(Element mutation) {
        return FOUND.contains(mutation.getAttribute("status"));
    }

    private static List<String> known() throws IOException {
        List<String> names = new ArrayList<>();
        for (String line : Files.readAllLines(LIST)) {
            Matcher entry = ENTRY.matcher(line);
            if (!entry.matches()) {
                throw new IllegalStateException("an entry must be CLASS#METHOD MUTATOR `SOURCE` REASON: " + line);
            }
            names.add(entry.group(1));
        }
        return names;
    }

    /** As in the list. The number of a line or of a lambda says nothing, because they move. */
    private static String name(Element mutation) throws IOException {
        String mutatedClass = text(mutation, "mutatedClass");
        String method = text(mutation, "mutatedMethod").replaceFirst("lambda\\$(.*)\\$\\d+", "$1");
        String mutator = text(mutation, "mutator").replaceFirst(".*\\.", "").replace("Mutator", "");
        Path source = source(Path.of(packageOf(mutatedClass).replace('.', '/'), text(mutation, "sourceFile")));
        int line = Integer.parseInt(text(mutation, "lineNumber"));
        return mutatedClass + "#" + method + " " + mutator + " `"
                + Files.readAllLines(source).get(line - 1).strip() + "`";
    }

    /** Finds a source in any module. */
    private static Path source(Path name) throws IOException {
        Path path = Path.of("src/main/java").resolve(name);
        try (Stream<Path> folders = Files.walk(Path.of(""), 2)) {
            return folders.map(folder -> folder.resolve(path))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchFileException(path.toString()));
        }
    }

    private static String packageOf(String className) {
        return className.substring(0, className.lastIndexOf('.'));
    }

    private static String text(Element mutation, String tag) {
        return mutation.getElementsByTagName(tag).item(0).getTextContent();
    }
}
