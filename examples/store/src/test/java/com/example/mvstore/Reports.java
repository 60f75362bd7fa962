package com.example.mvstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** What Boot shows of an application that does not start. */
public final class Reports implements FailureAnalysisReporter {
    private static FailureAnalysis last;

    @Override
    public void report(FailureAnalysis analysis) {
        last = analysis;
    }

    static FailureAnalysis of(Class<?> application, String... arguments) {
        last = null;
        SpringApplication starting = new SpringApplication(application);
        starting.setWebApplicationType(WebApplicationType.NONE);
        try {
            starting.run(arguments).close();
        } catch (RuntimeException e) {
            if (last != null) {
                return last;
            }
            throw e;
        }
        throw new AssertionError("it has started");
    }
}
