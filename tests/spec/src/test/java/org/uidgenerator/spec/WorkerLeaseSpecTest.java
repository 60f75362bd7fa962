package org.uidgenerator.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lets TLC visit all states of the lease protocol within the bounds of each configuration. */
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Duidgenerator.spec.large
class WorkerLeaseSpecTest {
    private static final String LARGE = "Large";
    private static final Map<String, Long> STATES = new ConcurrentHashMap<>();
    private static final Pattern SWITCH = Pattern.compile("(\\w+) = (TRUE|FALSE)");

    static List<String> holding() {
        return Spec.configurations("holds");
    }

    static List<String> broken() {
        return Stream.of("broken", "limits")
                .flatMap(folder -> Spec.configurations(folder).stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("holding")
    void findsNoTickUsedTwice(String configuration) {
        assumeTrue(
                !configuration.endsWith(LARGE) || Boolean.getBoolean("uidgenerator.spec.large"),
                "takes minutes: -Duidgenerator.spec.large=true");
        Tlc run = Tlc.check(configuration);
        assertThat(run.exitCode()).as(run.output()).isEqualTo(Tlc.ALL_HOLDS);
        assertThat(run.distinctStates()).isGreaterThan(1_000);
        assertThat(run.statesLeft()).isZero();
        print(configuration, run);
    }

    /** What the code leaves out of account is found as well, so the limits of safety are known, not hoped. */
    @ParameterizedTest
    @MethodSource("broken")
    void findsTheTickUsedTwiceWhenARuleIsBroken(String configuration) {
        Tlc run = Tlc.check(configuration);
        assertThat(run.exitCode()).as(run.output()).isEqualTo(Tlc.INVARIANT_VIOLATED);
        assertThat(run.violatedInvariant())
                .hasValueSatisfying(name -> assertThat(name).matches("Unique.*|NoFalseAlarm"));
        print(configuration, run);
    }

    @ParameterizedTest
    @ValueSource(strings = {"holds/WorkerLease", "holds/LeaseFile"})
    void breaksEachRuleInSomeConfiguration(String holding) {
        Set<String> rules = switches(holding, "TRUE");
        Set<String> broken = broken().stream()
                .flatMap(configuration -> switches(configuration, "FALSE").stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rules).hasSizeGreaterThan(5);
        assertThat(broken).containsAll(rules);
    }

    private static Set<String> switches(String configuration, String value) {
        return SWITCH.matcher(Spec.read(Spec.configuration(configuration)))
                .results()
                .filter(match -> match.group(2).equals(value))
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @AfterAll
    static void printStates() {
        System.out.printf(
                Locale.ROOT,
                "covered: %,d states of %d configurations%n",
                STATES.values().stream().mapToLong(Long::longValue).sum(),
                STATES.size());
    }

    private static void print(String configuration, Tlc run) {
        STATES.put(configuration, run.distinctStates());
        System.out.printf(
                Locale.ROOT,
                "%s: %d distinct states, %s%n",
                configuration,
                run.distinctStates(),
                run.violatedInvariant()
                        .map(name -> name + " is violated, as it should be")
                        .orElse("all invariants hold"));
    }
}
