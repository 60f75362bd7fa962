package org.uidgenerator.spring.boot;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Chooses the store of counters among the beans of a context, by the same rules as that of worker ids. */
final class CounterStores {
    private final StoreBeans beans;
    private final List<CounterStore> supported;

    CounterStores(StoreBeans beans, ConfigurableListableBeanFactory beanFactory) {
        this.beans = beans;
        supported = Arrays.stream(CounterStore.values())
                .filter(store -> store.isSupported(beanFactory.getBeanClassLoader()))
                .toList();
    }

    /**
     * Returns the store that the properties name. If they name none, it is the one for the only kind among the marked
     * beans or, if none is marked, the first for which there are beans, or whose beans may not have been seen yet, as a
     * data source from JNDI.
     *
     * @return nothing if no module that counts is on the class path
     * @throws NoCountersException if the properties name one whose module is absent, or name none and beans of several
     *     kinds are marked
     */
    Optional<CounterStore> choose(@Nullable CounterStore said) {
        if (said != null && !supported.contains(said)) {
            throw NoCountersException.withoutModule(said);
        }
        return said != null ? Optional.of(said) : choose();
    }

    private Optional<CounterStore> choose() {
        List<CounterStore> marked = having(true);
        if (marked.size() > 1) {
            throw NoCountersException.marked(marked);
        }
        List<CounterStore> found = marked.isEmpty() ? having(false) : marked;
        return (found.isEmpty() ? supported : found).stream().findFirst();
    }

    private List<CounterStore> having(boolean marked) {
        return supported.stream()
                .filter(store -> beans.hasAny(store.kind(), marked))
                .toList();
    }

    /**
     * Returns the bean that a store needs: the marked one, or else the only or primary one; and makes it outlive
     * others.
     *
     * @throws NoCountersException if there is none, or several
     */
    Object take(CounterStore store, String... dependents) {
        List<String> found = beans.candidates(store.kind());
        if (found.size() != 1) {
            throw found.isEmpty()
                    ? NoCountersException.none(store.kind())
                    : NoCountersException.several(store.kind(), found);
        }
        return beans.take(found.get(0), dependents);
    }
}
