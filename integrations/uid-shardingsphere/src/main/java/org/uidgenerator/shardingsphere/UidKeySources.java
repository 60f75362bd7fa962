package org.uidgenerator.shardingsphere;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidSource;

/**
 * The sources of UIDs that key generators of type {@code UID} find by name. ShardingSphere makes its key generators by
 * itself and gives them nothing but properties, so what they find is registered for the whole JVM. In a Spring context
 * a bean does it, which ends the registration when the context is closed:
 *
 * <pre>{@code
 * @Bean
 * UidKeySources.Registration orderIds(UidGenerator uids) {
 *     return UidKeySources.register("orders", () -> uids);
 * }
 * }</pre>
 *
 * <p>All methods may be called from any thread.
 */
public final class UidKeySources {
    private static final List<Registration> REGISTERED = new CopyOnWriteArrayList<>();

    private UidKeySources() {}

    /** A source that is registered. Closing it more than once does nothing. */
    public static final class Registration implements AutoCloseable {
        private final String name;
        private final Supplier<? extends UidSource> source;

        private Registration(String name, Supplier<? extends UidSource> source) {
            this.name = name;
            this.source = source;
        }

        /** Ends the registration. The source itself is not closed. */
        @Override
        public void close() {
            REGISTERED.remove(this);
        }
    }

    /**
     * Registers a source. Of several under one name the last one counts, until its registration is closed, because
     * contexts of tests may live at the same time.
     *
     * @param name what the property {@code source} of a key generator says
     * @param source returns the source; asked for each statement that needs keys, not now
     * @return what ends the registration
     */
    public static Registration register(String name, Supplier<? extends UidSource> source) {
        Registration registration =
                new Registration(Objects.requireNonNull(name, "name"), Objects.requireNonNull(source, "source"));
        REGISTERED.add(registration);
        return registration;
    }

    /**
     * Finds a source.
     *
     * @param name its name, or null for the only one
     * @throws IllegalStateException if there is none of that name, or several and no name
     */
    static UidSource find(@Nullable String name) {
        return name == null ? only() : named(name);
    }

    private static UidSource named(String name) {
        Registration last = REGISTERED.stream()
                .filter(registration -> registration.name.equals(name))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new IllegalStateException(
                        String.format(Locale.ROOT, "source must be one of %s: source=%s", names(), name)));
        return last.source.get();
    }

    private static UidSource only() {
        List<String> names = names();
        if (names.size() != 1) {
            throw new IllegalStateException(
                    "source must be set unless exactly one is registered with UidKeySources: registered=" + names);
        }
        return named(names.get(0));
    }

    private static List<String> names() {
        return REGISTERED.stream()
                .map(registration -> registration.name)
                .distinct()
                .sorted()
                .toList();
    }
}
