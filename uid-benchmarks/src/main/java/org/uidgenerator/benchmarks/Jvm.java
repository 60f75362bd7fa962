package org.uidgenerator.benchmarks;

import java.nio.file.Path;
import java.util.List;
import org.uidgenerator.benchmarks.programs.ChildJvm;

/**
 * A JVM that forks run in.
 *
 * @param name of its column in reports, {@code "JDK 25, generational ZGC"} for example
 * @param home of its JDK
 */
record Jvm(String name, Path home, List<String> options) {
    private static final int LEAST_JDK_OF_COMPACT_HEADERS = 25;

    /** The JVM that builds, with its defaults. */
    static final Jvm BUILDING = of(Path.of(System.getProperty("java.home")));

    private static Jvm of(Path home) {
        return new Jvm("JDK " + ChildJvm.featureOf(home), home, List.of());
    }

    /**
     * Returns a newer JDK with its defaults, with compact headers and with ZGC; nothing if it is not newer or has
     * neither.
     */
    static List<Jvm> newer(Path home) {
        Jvm newer = of(home);
        return ChildJvm.featureOf(home) < LEAST_JDK_OF_COMPACT_HEADERS || newer.name.equals(BUILDING.name)
                ? List.of()
                : List.of(
                        newer,
                        newer.with("compact object headers", "-XX:+UseCompactObjectHeaders"),
                        newer.with("generational ZGC", "-XX:+UseZGC"));
    }

    private Jvm with(String what, String option) {
        return new Jvm(name + ", " + what, home, List.of(option));
    }
}
