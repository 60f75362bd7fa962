package org.uidgenerator.benchmarks.report;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The versions of the libraries whose generators are measured, by the names of their files on the class path. */
final class Peers {
    private static final Pattern JAR =
            Pattern.compile("(agrona|cosid-core|hutool-core|hypersistence-tsid|mybatis-plus-core"
                    + "|seata-common|tsid-creator|uid-generator|uuid-creator|yitter-idgenerator)-([0-9].*)\\.jar");

    private Peers() {}

    /** Returns each as {@code "tsid-creator 5.2.6"}, in the order of their names. */
    static List<String> onClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> JAR.matcher(String.valueOf(Path.of(entry).getFileName())))
                .filter(Matcher::matches)
                .map(jar -> jar.group(1) + " " + jar.group(2))
                .sorted()
                .toList();
    }
}
