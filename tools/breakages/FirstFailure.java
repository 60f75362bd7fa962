import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.nio.file.Path;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the tests of a folder of classes whose names match a pattern, those of the gate or those of the proofs. Ends at
 * the first one that fails, with its name and status 1. Status 2 says that there was no test.
 */
final class FirstFailure {
    /** Marks a test that the gate leaves out. */
    private static final String PROOF = "proof";

    private static final int RED = 1;
    private static final int NO_TESTS = 2;

    private FirstFailure() {}

    public static void main(String[] arguments) {
        Listener listener = new Listener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClasspathRoots(Set.of(Path.of(arguments[0]))))
                                .filters(
                                        ClassNameFilter.includeClassNamePatterns(arguments[1]),
                                        arguments[2].equals("gate")
                                                ? TagFilter.excludeTags(PROOF)
                                                : TagFilter.includeTags(PROOF))
                                .build(),
                        listener);
        System.out.println("tests=" + listener.tests);
        System.exit(listener.tests == 0 ? NO_TESTS : 0);
    }

    private static final class Listener implements TestExecutionListener {
        private int tests;

        @Override
        public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                System.out.println("FIRST FAILURE " + name(test));
                result.getThrowable().ifPresent(Throwable::printStackTrace);
                System.exit(RED); // ends servers that tests have started
            }
            if (test.isTest()) {
                tests++;
            }
        }

        private static String name(TestIdentifier test) {
            return test.getSource()
                    .map(source -> source instanceof MethodSource method
                            ? simple(method.getClassName()) + "#" + method.getMethodName()
                            : source instanceof ClassSource whole ? simple(whole.getClassName()) : source.toString())
                    .orElse(test.getDisplayName());
        }

        private static String simple(String className) {
            return className.substring(className.lastIndexOf('.') + 1);
        }
    }
}
