package org.uidgenerator.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What servers of this process write into the log at the level that is theirs by default, until it is closed. */
public final class Written implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    /** Begins to listen. */
    public Written() {
        appender.setContext(root.getLoggerContext());
        appender.start();
        root.addAppender(appender);
        root.setLevel(Level.INFO);
    }

    /**
     * Returns the messages.
     *
     * @return one for each event
     */
    public List<String> messages() {
        return events.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /**
     * Returns the messages with a stack trace.
     *
     * @return one for each event that has one
     */
    public List<String> withTraces() {
        return events.stream()
                .filter(event -> event.getThrowableProxy() != null)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        root.setLevel(before);
        root.detachAppender(appender);
    }
}
