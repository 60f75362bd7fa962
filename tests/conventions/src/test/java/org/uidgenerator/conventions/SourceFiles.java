package org.uidgenerator.conventions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files of the repository, as text. */
final class SourceFiles {
    private static final Pattern JOINED_LITERALS = Pattern.compile("\"\\s*\\+\\s*\"");

    private SourceFiles() {}

    /**
     * Returns files of a folder and of those in it.
     *
     * @param folder seen from the root of the repository
     * @param wanted accepts paths with slashes
     */
    static Stream<Path> in(String folder, Predicate<String> wanted) {
        try (Stream<Path> files = Files.walk(MarkdownPage.ROOT.resolve(folder))) {
            return files.filter(file -> wanted.test(file.toString().replace('\\', '/'))).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes one literal of those that a plus joins. */
    static String joinLiterals(String source) {
        return JOINED_LITERALS.matcher(source).replaceAll("");
    }
}
