package org.uidgenerator.server.page;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.uidgenerator.server.Servers;

/**
 * Hands a {@link Page} to tests: one browser for all of them. If there is no browser these tests are skipped, and the
 * build says so.
 */
final class PageExtension implements ExecutionCondition, ParameterResolver {
    private static final List<Path> BROWSER = List.of(Page.CHROMIUM, Page.DRIVER);
    private static final AtomicBoolean SAID = new AtomicBoolean();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        List<Path> missing =
                BROWSER.stream().filter(file -> !Files.isExecutable(file)).toList();
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("there is a browser");
        }
        String reason = "Tests in a browser are SKIPPED, because there is no " + missing
                + ". On Debian: apt-get install chromium chromium-driver";
        if (!SAID.getAndSet(true)) {
            System.err.println(reason);
        }
        return ConditionEvaluationResult.disabled(reason);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Page.class;
    }

    @Override
    public Page resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(PageExtension.class))
                .computeIfAbsent(Session.class, key -> new Session(), Session.class)
                .page;
    }

    /** Ends with the last test. The server is that of other tests, too. */
    private static final class Session implements AutoCloseable {
        private final Page page = new Page(Servers.open()::uri);

        @Override
        public void close() {
            page.close();
        }
    }
}
