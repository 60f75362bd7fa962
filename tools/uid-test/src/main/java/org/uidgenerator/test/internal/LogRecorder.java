package org.uidgenerator.test.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Takes down what our loggers say, as {@code LEVEL message}. */
public final class LogRecorder extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("org.uidgenerator");
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());

    public LogRecorder() {
        logger.addHandler(this);
        logger.setLevel(Level.INFO);
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
        lines.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
    }

    /** All that was logged so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** The exceptions that were logged so far. */
    public List<Throwable> causes() {
        return records.stream()
                .map(LogRecord::getThrown)
                .filter(thrown -> thrown != null)
                .toList();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setLevel(null);
    }
}
