package org.uidgenerator.spring.boot.internal.stores;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.ConfigurationException;

/** Thrown when it is not clear where worker ids or counters are to come from, or their store is not there. */
public final class NoStoreException extends ConfigurationException {
    private static final long serialVersionUID = 1L;

    private NoStoreException(String problem, String action) {
        super(problem, action);
    }

    /** Returns all that can be done, a line each. */
    private static String choices(StoreProviders<?> providers) {
        Stream<String> stores = providers.stream().map(StoreProvider::remedy).map(remedy -> "    - " + remedy + "\n");
        return "Choose one:\n\n" + stores.collect(Collectors.joining()) + providers.use().otherChoices;
    }

    private static String oneOf(List<String> names) {
        int last = names.size() - 1;
        return last < 1 ? String.join("", names) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    private static String beans(Stream<? extends StoreProvider<?>> providers) {
        return oneOf(providers
                .flatMap(provider -> provider.beanTypes().stream())
                .map(type -> type.substring(type.lastIndexOf('.') + 1))
                .distinct()
                .toList());
    }

    private static String artifact(StoreProvider<?> provider) {
        return provider.module().substring(provider.module().indexOf(':') + 1);
    }

    /** Returns the property that names the kind, with what it may name. */
    private static String choice(StoreProviders<?> providers, Stream<? extends StoreProvider<?>> kinds) {
        return providers.use().property() + ": "
                + oneOf(kinds.map(StoreProvider::name).toList()) + ".";
    }

    /** The properties name something else. */
    public static NoStoreException unknown(StoreProviders<?> providers, String named) {
        return new NoStoreException(
                providers.use().property() + "=" + named + " is no kind of store that is on the class path",
                "Set " + choice(providers, providers.stream()));
    }

    /** The properties name a kind whose stores are elsewhere. */
    public static NoStoreException withoutModule(StoreProviders<?> providers, StoreProvider<?> named) {
        String property = providers.use().property();
        return new NoStoreException(
                property + "=" + named.name() + " needs the module " + artifact(named)
                        + ", and it is not on the class path",
                "Add the dependency " + named.module() + ", or set " + property + " to something else.");
    }

    /** The marks do not tell. */
    public static NoStoreException marked(StoreProviders<?> providers, Collection<? extends StoreProvider<?>> kinds) {
        return new NoStoreException(
                providers.use().property() + " must be set where beans of several kinds are marked with @UidStore: "
                        + kinds.stream().map(StoreProvider::name).toList(),
                "Set " + choice(providers, kinds.stream()));
    }

    /** Neither properties nor beans tell. */
    public static NoStoreException undecided(StoreProviders<?> providers, StoreBeans beans) {
        List<String> usable = new ArrayList<>();
        List<String> useless = new ArrayList<>();
        providers.stream()
                .forEach(provider -> beans.names(provider).forEach(name -> {
                    if (providers.isUsable(provider)) {
                        usable.add(name);
                    } else {
                        useless.add(name + " needs " + artifact(provider));
                    }
                }));
        String rule = providers.use().rule + ", and ";
        if (!usable.isEmpty()) {
            return new NoStoreException(
                    rule + "there are several: " + String.join(", ", usable),
                    "Mark the bean of the store with @UidStore, or set "
                            + choice(providers, providers.usable().stream()));
        }
        String found = useless.isEmpty()
                ? "there is no bean to open one on: " + beans(providers.stream())
                : "there is none that can be used: " + String.join(", ", useless) + " on the class path";
        return new NoStoreException(rule + found, choices(providers));
    }

    /** There is no bean. */
    public static NoStoreException none(StoreProviders<?> providers, StoreProvider<?> provider) {
        return new NoStoreException(
                providers.use().plural + " are to come from " + beans(Stream.of(provider))
                        + ", and there is no such bean",
                choices(providers));
    }

    /** There is more than one bean for a kind. */
    static NoStoreException several(StoreProviders<?> providers, StoreProvider<?> provider, Collection<String> beans) {
        return several(providers.use(), beans(Stream.of(provider)), beans);
    }

    /** There is more than one bean of a type. */
    static NoStoreException several(StoreUse use, String type, Collection<String> beans) {
        return new NoStoreException(
                use.plural + " are to come from " + type + ", and there are several such beans: "
                        + String.join(", ", beans),
                "Mark one of them with @UidStore, or make it the primary one.");
    }
}
