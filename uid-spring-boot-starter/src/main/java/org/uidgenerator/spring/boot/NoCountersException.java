package org.uidgenerator.spring.boot;

import java.util.Collection;
import java.util.Locale;

/** Thrown when it is not clear where counters are to come from, or their store is not there. */
final class NoCountersException extends ConfigurationException {
    private static final long serialVersionUID = 1L;

    private static final String CHOICES = """
            Choose one:

                - Add a DataSource, such as spring.datasource.url and its driver, and the module uid-segment-db. Counters are rows of a table.
                - Add a Redis client, such as spring.data.redis.url, and the module uid-redis. Counters are keys; Redis must not lose \
            what it acknowledges.
                - Define a SegmentStore bean. Any store; what you promise is in its Javadoc.
                - Remove uid.segments.*. No counters.""";

    private NoCountersException(String problem, String action) {
        super(problem, action);
    }

    static NoCountersException withoutModules() {
        return new NoCountersException(
                "uid.segments.* needs the module uid-segment-db or uid-redis, and neither is on the class path",
                CHOICES);
    }

    static NoCountersException withoutModule(CounterStore said) {
        return new NoCountersException(
                String.format(
                        Locale.ROOT,
                        "uid.segments.store=%s needs the module %s, and it is not on the class path",
                        said,
                        said.module()),
                String.format(
                        Locale.ROOT,
                        "Add the dependency org.uidgenerator:%s, or set uid.segments.store to something else.",
                        said.module()));
    }

    static NoCountersException marked(Collection<CounterStore> stores) {
        return new NoCountersException(
                "uid.segments.store must be set where beans of several kinds are marked with @UidStore: " + stores,
                "Set uid.segments.store: jdbc or redis.");
    }

    static NoCountersException none(StoreKind kind) {
        return new NoCountersException(
                String.format(Locale.ROOT, "counters are to come from %s, and there is no such bean", kind.beans()),
                CHOICES);
    }

    static NoCountersException several(StoreKind kind, Collection<String> names) {
        return new NoCountersException(
                String.format(
                        Locale.ROOT,
                        "counters are to come from %s, and there are several such beans: %s",
                        kind.beans(),
                        String.join(", ", names)),
                "Mark one of them with @UidStore, or make it the primary one.");
    }
}
