package org.uidgenerator.spring.boot;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The beans of a context that worker ids and counters may come from. */
final class StoreBeans {
    private final ConfigurableListableBeanFactory beanFactory;

    StoreBeans(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * Returns the assigner that the properties name. If they name none, it is the one for the only kind of store among
     * the marked beans or, if none is marked, the one for a {@code WorkerLeaseStore}, or else for the only kind among
     * all. If that leaves no kind or several, it is the one for a data source, which may not have been seen yet, as one
     * from JNDI. If there is none, that assigner says what was found.
     *
     * @throws NoWorkerIdsException if the properties name one whose module is absent, or name none and beans of several
     *     kinds are marked
     */
    Assigner choose(Optional<Assigner> said) {
        said.ifPresent(this::requireModule);
        return said.orElseGet(this::choose);
    }

    private void requireModule(Assigner assigner) {
        assigner.store()
                .filter(kind -> !kind.isSupported(beanFactory.getBeanClassLoader()))
                .ifPresent(kind -> {
                    throw NoWorkerIdsException.withoutModule(assigner, kind);
                });
    }

    private Assigner choose() {
        List<Assigner> marked = leasing(true);
        if (marked.size() > 1) {
            throw NoWorkerIdsException.marked(marked);
        }
        List<Assigner> found = marked.isEmpty() ? leasing(false) : marked;
        return found.size() == 1 || found.contains(Assigner.BEAN) ? found.get(0) : Assigner.LEASED;
    }

    private List<Assigner> leasing(boolean marked) {
        return Assigner.LEASING.stream()
                .filter(assigner -> hasAny(assigner, marked))
                .toList();
    }

    private boolean hasAny(Assigner assigner, boolean marked) {
        return assigner.store()
                .filter(kind -> kind.isSupported(beanFactory.getBeanClassLoader()))
                .filter(kind -> hasAny(kind, marked))
                .isPresent();
    }

    /** Returns whether there is a bean of a kind, or a marked one, as far as definitions tell. */
    boolean hasAny(StoreKind kind, boolean marked) {
        return names(kind).stream().anyMatch(name -> !marked || isMarked(name));
    }

    private Set<String> names(StoreKind kind) {
        return kind.types(beanFactory.getBeanClassLoader())
                .flatMap(type -> Arrays.stream(
                        BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type, true, false)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private boolean isMarked(String name) {
        return beanFactory.findAnnotationOnBean(name, UidStore.class, false) != null;
    }

    /**
     * Returns the bean of a kind that is marked, or else the only or primary one, and makes it outlive others.
     *
     * @param dependents the names of the beans that need it
     * @throws NoWorkerIdsException if there is none, or several
     */
    Object take(StoreKind kind, String... dependents) {
        List<String> found = candidates(kind);
        if (found.size() != 1) {
            throw found.isEmpty() ? NoWorkerIdsException.none(kind) : NoWorkerIdsException.several(kind, found);
        }
        return take(found.get(0), dependents);
    }

    /**
     * Returns the names of the beans of a kind that are marked, or else the name of the only or primary one; all if
     * there is none such.
     */
    List<String> candidates(StoreKind kind) {
        List<String> marked = names(kind).stream().filter(this::isMarked).toList();
        return marked.isEmpty() ? unmarked(kind) : marked;
    }

    /** Returns a bean, and makes it outlive others. */
    Object take(String name, String... dependents) {
        for (String dependent : dependents) {
            beanFactory.registerDependentBean(name, dependent);
        }
        return beanFactory.getBean(name);
    }

    /**
     * Returns whether there is a bean of a kind, after a closer look than when beans are defined: factories are made.
     */
    boolean has(StoreKind kind) {
        return kind.types(beanFactory.getBeanClassLoader()).anyMatch(this::isThere);
    }

    private List<String> unmarked(StoreKind kind) {
        return kind.types(beanFactory.getBeanClassLoader())
                .flatMap(this::namesOf)
                .toList();
    }

    /** Returns the one that autowiring would choose, or all if it would not. */
    private Stream<String> namesOf(Class<?> type) {
        if (!isThere(type)) {
            return Stream.empty();
        }
        try {
            return Stream.of(beanFactory.resolveNamedBean(type).getBeanName());
        } catch (NoUniqueBeanDefinitionException e) {
            return e.getBeanNamesFound() == null ? Stream.empty() : e.getBeanNamesFound().stream();
        }
    }

    private boolean isThere(Class<?> type) {
        return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type).length > 0;
    }

    /**
     * Returns why there are no worker ids where neither the properties nor the beans make it clear where they come
     * from.
     */
    NoWorkerIdsException undecided() {
        Set<String> usable = new LinkedHashSet<>();
        Set<String> useless = new LinkedHashSet<>();
        for (StoreKind kind : StoreKind.values()) {
            boolean supported = kind.isSupported(beanFactory.getBeanClassLoader());
            for (String name : names(kind)) {
                if (supported) {
                    usable.add(name);
                } else {
                    useless.add(name + " needs " + kind.module());
                }
            }
        }
        return NoWorkerIdsException.undecided(usable, useless);
    }
}
