package org.uidgenerator.spring.boot.internal.stores;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/**
 * The kinds of stores on the class path, the preferred one first, and which of them is meant.
 *
 * @param <T> of leases or of counters
 */
public final class StoreProviders<T extends StoreProvider<?>> {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    /** The use of stores, in the words of messages. */
    enum Use {
        WORKER_IDS(
                "worker ids",
                "uid.worker",
                "UID generators take their worker ids from a store unless told otherwise",
                """
                    - Set uid.worker.assigner=statefulset on Kubernetes. No store; one StatefulSet has a namespace of its own.
                    - Set uid.worker.assigner=env and uid.worker.variable=<name>. No store; no two processes may have the same \
                number in it at the same time.
                    - Set uid.worker.assigner=fixed and uid.worker.id=<number>. No store; for a single process.
                    - Define a WorkerLeaseStore bean. Leased as well, from any store; what it promises is in its Javadoc.
                    - Define a WorkerIdAssigner bean. Any source; what you promise is in its Javadoc.
                    - Set uid.enabled=false. No generator."""),

        COUNTERS("counters", "uid.segments", "Counters are in a store", """
                    - Define a SegmentStore bean. Any store; what you promise is in its Javadoc.
                    - Remove uid.segments.*. No counters.""");

        /** The plural of what comes from the stores. */
        final String plural;

        /** The beginning of the names of the properties, as {@code uid.worker}. */
        final String prefix;

        /** The reason why there must be a store, as the beginning of a sentence. */
        final String rule;

        /** The ways to do without a store of a known kind, one per line. */
        final String otherChoices;

        Use(String plural, String prefix, String rule, String otherChoices) {
            this.plural = plural;
            this.prefix = prefix;
            this.rule = rule;
            this.otherChoices = otherChoices;
        }

        /** Returns what says that any of several beans of a type could be the store. */
        ConfigurationException several(String type, Collection<String> beans) {
            return new ConfigurationException(
                    plural + " are to come from " + type + ", and there are several such beans: "
                            + String.join(", ", beans),
                    "Mark one of them with @UidStore, or make it the primary one.");
        }
    }

    private final Use use;
    private final List<T> providers;
    private final @Nullable ClassLoader classLoader;

    private StoreProviders(Use use, List<T> providers, @Nullable ClassLoader classLoader) {
        this.use = use;
        this.providers = providers;
        this.classLoader = classLoader;
        providers.forEach(this::requireWellNamed);
    }

    public static StoreProviders<LeaseStoreProvider<?>> ofLeases(@Nullable ClassLoader classLoader) {
        List<LeaseStoreProvider<?>> found = new ArrayList<>();
        SpringFactoriesLoader.loadFactories(LeaseStoreProvider.class, classLoader)
                .forEach(found::add);
        return new StoreProviders<>(Use.WORKER_IDS, found, classLoader);
    }

    public static StoreProviders<SegmentStoreProvider<?>> ofCounters(@Nullable ClassLoader classLoader) {
        List<SegmentStoreProvider<?>> found = new ArrayList<>();
        SpringFactoriesLoader.loadFactories(SegmentStoreProvider.class, classLoader)
                .forEach(found::add);
        return new StoreProviders<>(Use.COUNTERS, found, classLoader);
    }

    /** Returns the kinds of stores of leases, and those of counters. */
    public static Stream<StoreProvider<?>> all(@Nullable ClassLoader classLoader) {
        return Stream.of(ofLeases(classLoader), ofCounters(classLoader)).flatMap(StoreProviders::stream);
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
                    + name + ", providers="
                    + providers.stream().map(kind -> kind.getClass().getName()).toList());
        }
    }

    public Stream<T> stream() {
        return providers.stream();
    }

    /** Returns the property that names the kind of store. */
    public String property() {
        return use.prefix + ".store";
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

    /**
     * Defines the store that is meant, which is opened when it is wanted first.
     *
     * @param named the kind that the properties name, or null
     * @param maker the bean that opens the store
     * @param arguments what the maker is told before the name of the kind
     * @throws ConfigurationException if it is not clear which one is meant, or its module is absent
     */
    public RootBeanDefinition define(@Nullable String named, StoreBeans beans, String maker, String... arguments) {
        T provider = named == null ? choose(beans) : requireUsable(named);
        Class<?> type = ClassUtils.resolveClassName(provider.storeType(), classLoader);
        return BeanNames.defineLazy(type, maker, "open", StringUtils.addStringToArray(arguments, provider.name()));
    }

    private T requireUsable(String name) {
        T provider = find(name)
                .orElseThrow(() -> new ConfigurationException(
                        property() + "=" + name + " is no kind of store that is on the class path",
                        "Set " + choice(providers)));
        if (!isUsable(provider)) {
            throw new ConfigurationException(
                    property() + "=" + provider.name() + " needs the module " + artifact(provider)
                            + ", and it is not on the class path",
                    "Add the dependency " + provider.module() + ", or set " + property() + " to something else.");
        }
        return provider;
    }

    /**
     * Returns the kind that is opened on a bean: the only one among the marked beans or, if none is marked, the only
     * one among all. If that leaves none or several, it is the preferred one, because its bean may not have been seen
     * yet, as a data source from JNDI.
     */
    private T choose(StoreBeans beans) {
        List<T> usable = usable().stream().filter(StoreProviders::isOnBean).toList();
        List<T> marked = usable.stream().filter(beans::hasMarked).toList();
        if (marked.size() > 1) {
            throw new ConfigurationException(
                    property() + " must be set if beans of several kinds are marked with @UidStore: "
                            + marked.stream().map(StoreProvider::name).toList(),
                    "Set " + choice(marked));
        }
        List<T> found = marked.isEmpty()
                ? usable.stream()
                        .filter(provider -> !beans.names(provider).isEmpty())
                        .toList()
                : marked;
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
     * @throws ConfigurationException if there is none, or several
     */
    public Optional<String> beanFor(T provider, boolean named, StoreBeans beans) {
        if (!isOnBean(provider)) {
            return Optional.empty();
        }
        Collection<String> found = beans.candidates(beans.types(provider).toList());
        if (found.size() > 1) {
            throw use.several(beanTypes(Stream.of(provider)), found);
        }
        if (found.isEmpty()) {
            throw named
                    ? new ConfigurationException(
                            use.plural + " are to come from " + beanTypes(Stream.of(provider))
                                    + ", and there is no such bean",
                            choices())
                    : undecided(beans);
        }
        return found.stream().findFirst();
    }

    /** Neither properties nor beans say which kind is meant. */
    private ConfigurationException undecided(StoreBeans beans) {
        List<String> usable = new ArrayList<>();
        List<String> useless = new ArrayList<>();
        providers.forEach(provider -> beans.names(provider).forEach(name -> {
            if (isUsable(provider)) {
                usable.add(name);
            } else {
                useless.add(name + " needs " + artifact(provider));
            }
        }));
        String rule = use.rule + ", and ";
        if (!usable.isEmpty()) {
            return new ConfigurationException(
                    rule + "there are several: " + String.join(", ", usable),
                    "Mark the bean of the store with @UidStore, or set " + choice(usable()));
        }
        String found = useless.isEmpty()
                ? "there is no bean to open one on: " + beanTypes(stream())
                : "there is none that can be used: " + String.join(", ", useless) + " on the class path";
        return new ConfigurationException(rule + found, choices());
    }

    /** Returns all that can be done, one way per line. */
    private String choices() {
        Stream<String> stores = stream().map(provider -> "    - " + provider.remedy() + "\n");
        return "Choose one:\n\n" + stores.collect(Collectors.joining()) + use.otherChoices;
    }

    /** Returns the property that names the kind, with what it may name. */
    private String choice(List<T> kinds) {
        return property() + ": " + oneOf(kinds.stream().map(StoreProvider::name).toList()) + ".";
    }

    private String beanTypes(Stream<T> kinds) {
        return oneOf(kinds.flatMap(provider -> provider.beanTypes().stream())
                .map(ClassUtils::getShortName)
                .distinct()
                .toList());
    }

    private static String oneOf(List<String> names) {
        int last = names.size() - 1;
        return last < 1 ? String.join("", names) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    private static String artifact(StoreProvider<?> provider) {
        return provider.module().substring(provider.module().indexOf(':') + 1);
    }
}
