package org.uidgenerator.spring.boot.internal.stores;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreProvider;

/**
 * The kinds of stores on the class path, the preferred one first, and which of them is meant.
 *
 * @param <T> of leases or of counters
 */
public final class StoreProviders<T extends StoreProvider<?>> {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    private final StoreUse use;
    private final List<T> providers;
    private final @Nullable ClassLoader classLoader;

    private StoreProviders(StoreUse use, List<T> providers, @Nullable ClassLoader classLoader) {
        this.use = use;
        this.providers = providers;
        this.classLoader = classLoader;
        providers.forEach(this::requireWellNamed);
    }

    public static StoreProviders<LeaseStoreProvider<?>> ofLeases(@Nullable ClassLoader classLoader) {
        List<LeaseStoreProvider<?>> found = new ArrayList<>();
        SpringFactoriesLoader.loadFactories(LeaseStoreProvider.class, classLoader)
                .forEach(found::add);
        return new StoreProviders<>(StoreUse.WORKER_IDS, found, classLoader);
    }

    public static StoreProviders<SegmentStoreProvider<?>> ofCounters(@Nullable ClassLoader classLoader) {
        List<SegmentStoreProvider<?>> found = new ArrayList<>();
        SpringFactoriesLoader.loadFactories(SegmentStoreProvider.class, classLoader)
                .forEach(found::add);
        return new StoreProviders<>(StoreUse.COUNTERS, found, classLoader);
    }

    private void requireWellNamed(T provider) {
        String name = provider.name();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalStateException(
                    "the name of " + provider.getClass().getName() + " must match " + NAME + ": name=" + name);
        }
        ConfigurationProperties bound = provider.properties().getAnnotation(ConfigurationProperties.class);
        if (!provider.properties().isRecord()
                || bound == null
                || !prefix(provider).equals(bound.value())) {
            throw new IllegalStateException("the properties of "
                    + provider.getClass().getName()
                    + " must be a record with @ConfigurationProperties(\"" + prefix(provider) + "\"): properties="
                    + provider.properties().getName());
        }
        if (providers.stream().filter(other -> other.name().equals(name)).count() > 1) {
            throw new IllegalStateException("two kinds of stores of " + use.plural + " must not have one name: name="
                    + name + ", providers=" + classNames());
        }
    }

    private List<String> classNames() {
        return providers.stream().map(provider -> provider.getClass().getName()).toList();
    }

    public Stream<T> stream() {
        return providers.stream();
    }

    public StoreUse use() {
        return use;
    }

    /** Returns what the names of a kind's own properties begin with. */
    public String prefix(StoreProvider<?> provider) {
        return use.prefix + "." + provider.name();
    }

    /** Returns the kind of a name, in any case, if there is one. */
    public Optional<T> find(String name) {
        return providers.stream()
                .filter(provider -> provider.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns the kind of a name that was chosen before. */
    public T named(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalStateException(
                        "the class path has changed since the store of " + use.plural + " was chosen: store=" + name));
    }

    /** Returns the kinds whose module is there. */
    public List<T> usable() {
        return providers.stream().filter(this::isUsable).toList();
    }

    public boolean isUsable(StoreProvider<?> provider) {
        return ClassUtils.isPresent(provider.storeType(), classLoader);
    }

    /** Returns the class of the stores of a kind whose module is there. */
    public Class<?> storeType(T provider) {
        return ClassUtils.resolveClassName(provider.storeType(), classLoader);
    }

    /**
     * Returns the kind that the properties name. If they name none, it is one that is opened on a bean: the only one
     * among the marked beans or, if none is marked, the only one among all. If that leaves none or several, it is the
     * preferred one: its bean may not have been seen yet, as a data source from JNDI.
     *
     * @throws NoStoreException if the properties name one that is absent, or name none and beans of several kinds are
     *     marked
     */
    public T choose(@Nullable String named, StoreBeans beans) {
        return named == null ? choose(beans) : requireUsable(named);
    }

    private T requireUsable(String name) {
        T provider = find(name).orElseThrow(() -> NoStoreException.unknown(this, name));
        if (!isUsable(provider)) {
            throw NoStoreException.withoutModule(this, provider);
        }
        return provider;
    }

    private T choose(StoreBeans beans) {
        List<T> usable = usable().stream().filter(StoreProviders::isOnBean).toList();
        List<T> marked = usable.stream().filter(beans::hasMarked).toList();
        if (marked.size() > 1) {
            throw NoStoreException.marked(this, marked);
        }
        List<T> found = marked.isEmpty() ? usable.stream().filter(beans::hasAny).toList() : marked;
        return (found.size() == 1 ? found : usable).get(0); // uid-worker-db is always there
    }

    /** Returns whether stores of a kind are opened on beans. */
    public static boolean isOnBean(StoreProvider<?> provider) {
        return !provider.beanTypes().isEmpty();
    }

    /**
     * Returns the name of the bean that a store is opened on: the marked one, or else the only or primary one; nothing
     * if the kind needs none.
     *
     * @param named whether the properties name this kind
     * @throws NoStoreException if there is none, or several
     */
    public Optional<String> beanFor(T provider, boolean named, StoreBeans beans) {
        if (!isOnBean(provider)) {
            return Optional.empty();
        }
        Collection<String> found = beans.candidates(provider);
        if (found.size() > 1) {
            throw NoStoreException.several(this, provider, found);
        }
        if (found.isEmpty()) {
            throw named ? NoStoreException.none(this, provider) : NoStoreException.undecided(this, beans);
        }
        return found.stream().findFirst();
    }
}
