package org.uidgenerator.races;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jcstress.infra.runners.TestList;

/** The races in jcstress: all end well as they are, and none as its twin. */
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Draces.mode
class RacesIT {
    private static final Collection<String> RACES = TestList.tests();

    /** The short form takes the newest only: older ones have more configurations to run. */
    static Stream<Path> jdks() {
        Path newest = Path.of(System.getProperty("java.home"));
        Path building = Path.of(System.getProperty("building.jdk"));
        return Mode.SHORT ? Stream.of(newest) : Stream.of(building, newest).distinct();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void endWell(Path jdk) throws Exception {
        Jcstress run = Jcstress.run(jdk, Mode.SHORT, false);

        assertThat(run.counts()).as(run.output()).isNotEmpty();
        int planned = run.counts().get(0);
        assertThat(planned).as(run.output()).isPositive();
        assertThat(planned % RACES.size()).as("configurations left over").isZero();
        assertThat(run.counts()).as(run.output()).isEqualTo(List.of(planned, planned, 0, 0, 0));
        System.out.printf(Locale.ROOT, "covered: %d races in %d configurations%n", RACES.size(), planned);
    }

    /** Always in the short form: it is enough. What a busy machine has not shown by then gets ten times as long. */
    @ParameterizedTest
    @MethodSource("jdks")
    void endBadlyWithOneRuleBroken(Path jdk) throws Exception {
        Jcstress run = Jcstress.run(jdk, true, true);
        Set<String> unseen = new TreeSet<>(RACES);
        unseen.removeAll(run.failed());
        if (!unseen.isEmpty()) {
            run = Jcstress.runTwins(jdk, unseen);
            unseen.removeAll(run.failed());
        }

        assertThat(unseen).as(run.output()).isEmpty();
        System.out.printf(Locale.ROOT, "covered: %d twins%n", RACES.size());
    }
}
