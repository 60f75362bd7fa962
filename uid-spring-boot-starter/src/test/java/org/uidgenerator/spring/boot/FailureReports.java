package org.uidgenerator.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Keeps what an application of this thread reports when it does not start. */
public final class FailureReports implements FailureAnalysisReporter {
    private static final ThreadLocal<@Nullable FailureAnalysis> LAST = new ThreadLocal<>();

    /** Called by Boot. */
    public FailureReports() {}

    @Override
    public void report(FailureAnalysis analysis) {
        LAST.set(analysis);
    }

    /**
     * Runs an application that does not start. Returns what it prints below its heading, as Boot's own reporter does.
     */
    static String of(Class<?> application, String... arguments) {
        LAST.remove();
        try {
            new SpringApplicationBuilder(application)
                    .web(WebApplicationType.NONE)
                    .registerShutdownHook(false)
                    .run(arguments)
                    .close();
        } catch (RuntimeException e) {
            FailureAnalysis analysis = LAST.get();
            if (analysis == null) {
                throw new AssertionError("the failure is not analysed", e);
            }
            String action = analysis.getAction();
            return "Description:\n\n" + analysis.getDescription() + (action == null ? "" : "\n\nAction:\n\n" + action);
        }
        throw new AssertionError("the application has started");
    }
}
