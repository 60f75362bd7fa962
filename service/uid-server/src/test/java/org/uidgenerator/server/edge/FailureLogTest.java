package org.uidgenerator.server.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.uidgenerator.server.Written;

class FailureLogTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final FailureLog log = new FailureLog(nanos::get);

    @Test
    void writesALineInTenSecondsAndCountsTheOthers() {
        try (Written written = new Written()) {
            for (int i = 0; i < 1_000; i++) {
                log.write(new IllegalStateException("failure " + i));
            }
            assertThat(written.messages()).hasSize(1);
            nanos.addAndGet(TimeUnit.NANOSECONDS.convert(FailureLog.PAUSE) - 1);
            log.write(new IllegalStateException("too early"));
            assertThat(written.messages()).hasSize(1);
            nanos.incrementAndGet();
            log.write(new IllegalStateException("again"));

            assertThat(written.withTraces()).isEmpty();
            assertThat(written.messages()).hasSize(2);
            assertThat(written.messages().get(0))
                    .matches("a request failed, and 0 before it without a line: at .*FailureLogTest\\."
                            + "writesALineInTenSecondsAndCountsTheOthers\\(FailureLogTest\\.java:\\d+\\): "
                            + "java\\.lang\\.IllegalStateException: failure 0");
            assertThat(written.messages().get(1))
                    .startsWith("a request failed, and 1000 before it without a line: at ");
        }
    }

    @Test
    void namesTheRootAndWhichOfOurMethodsMetIt() {
        RuntimeException root = new IllegalStateException("line\r\nbreak\u0000 \u00e9");
        root.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("java.util.Library", "call", "Library.java", 7),
            new StackTraceElement("org.uidgenerator.server.web.IdResources", "id", "IdResources.java", 9)
        });

        assertThat(FailureLog.line(new RuntimeException("outer", root), 3))
                .isEqualTo(
                        "a request failed, and 3 before it without a line: at java.util.Library.call(Library.java:7),"
                                + " called by org.uidgenerator.server.web.IdResources.id(IdResources.java:9):"
                                + " java.lang.IllegalStateException: line??break? \u00e9");
    }

    @Test
    void shortensWhatIsLong() {
        RuntimeException failure = new IllegalStateException("x".repeat(100_000));
        failure.setStackTrace(new StackTraceElement[0]);

        assertThat(FailureLog.line(failure, 0))
                .hasSize(FailureLog.LONGEST_LINE)
                .startsWith("a request failed, and 0 before it without a line: java.lang.IllegalStateException: xxx")
                .endsWith("xxx...");
    }
}
