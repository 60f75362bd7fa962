package org.uidgenerator.spring.boot.internal.settings;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.env.Environment;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * Properties that are known and set, and have no effect because of what else is set: whoever wrote them believes
 * otherwise. One is left alone where another source of properties, which comes first, has chosen something else, as a
 * profile does for a test. Those of environment variables are left alone as well.
 */
public final class UnheededProperties {
    private final UidSettings settings;
    private final GeneratorProperties properties;
    private final PropertyGroups groups;
    private final ConfigurableListableBeanFactory beans;
    private final List<String> problems = new ArrayList<>();
    private final List<String> actions = new ArrayList<>();

    private UnheededProperties(
            UidSettings settings,
            GeneratorProperties properties,
            Environment environment,
            ConfigurableListableBeanFactory beans) {
        this.settings = settings;
        this.properties = properties;
        groups = new PropertyGroups(environment);
        this.beans = beans;
    }

    /** What was decided. */
    private record Choice(Decision decision, String value) {
        static Choice of(Decision decision, Enum<?> value) {
            return new Choice(decision, value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }

        @Override
        public String toString() {
            return "uid." + decision.property() + "=" + value;
        }
    }

    /**
     * A rule that a property has an effect only with some choices.
     *
     * @param property without {@code uid.}, or what several begin with
     * @param decision what decides
     * @param values what must have been decided
     */
    private record Rule(String property, Decision decision, List<String> values) {
        boolean admits(Choice chosen) {
            return chosen.decision() == decision && values.contains(chosen.value());
        }

        /** Returns what to do. */
        @Override
        public String toString() {
            return "Remove it, or set uid." + decision.property() + "=" + String.join(" or ", values) + ".";
        }

        static Stream<Rule> of(String prefix, Class<?> properties) {
            return Stream.of(properties.getRecordComponents()).flatMap(component -> of(prefix, component));
        }

        private static Stream<Rule> of(String prefix, RecordComponent component) {
            String property = prefix + PropertyGroups.dashed(component);
            OnlyWith only = AnnotationUtils.getAnnotation(component, OnlyWith.class);
            Stream<Rule> own = only == null
                    ? Stream.empty()
                    : Stream.of(new Rule(property, only.decision(), List.of(only.values())));
            return component.getType().isRecord() ? Stream.concat(own, of(property + ".", component.getType())) : own;
        }
    }

    /**
     * Refuses properties without effect.
     *
     * @throws ConfigurationException if there is one
     */
    public static void refuse(
            UidSettings settings,
            GeneratorProperties properties,
            Environment environment,
            ConfigurableListableBeanFactory beans) {
        UnheededProperties unheeded = new UnheededProperties(settings, properties, environment, beans);
        unheeded.find();
        if (!unheeded.problems.isEmpty()) {
            throw new ConfigurationException(
                    "nobody heeds " + String.join(", nor ", unheeded.problems),
                    String.join("\n", new LinkedHashSet<>(unheeded.actions)));
        }
    }

    private void find() {
        ClassLoader classLoader = beans.getBeanClassLoader();
        List<String> generators = settings.generators().stream()
                .filter(name -> ConfiguredBean.named(name, beans).isPresent())
                .toList();
        Rule.of("", UidProperties.class).forEach(rule -> check(rule, generators));
        check(new Rule("client", Decision.TYPE, List.of("remote")), generators);
        StoreProviders.ofLeases(classLoader).stream()
                .map(provider -> new Rule("worker." + provider.name(), Decision.LEASE_STORE, List.of(provider.name())))
                .forEach(rule -> check(rule, generators));
        if (ConfiguredBean.named(BeanNames.SEGMENT_STORE, beans).isPresent()) {
            StoreProviders.ofCounters(classLoader).stream()
                    .map(provider ->
                            new Rule("segments." + provider.name(), Decision.COUNTER_STORE, List.of(provider.name())))
                    .forEach(rule -> check(rule, List.of(BeanNames.SHARED)));
        }
    }

    /** Looks at what is set for single generators, and then for all, which must have an effect for one of them. */
    private void check(Rule rule, List<String> generators) {
        List<String> without = generators.stream()
                .filter(generator -> choice(rule.decision(), generator)
                        .filter(choice -> !rule.admits(choice))
                        .isPresent())
                .toList();
        without.stream()
                .filter(generator -> properties.hasOwn(generator, rule.property()))
                .forEach(generator -> report(rule, generator, properties.ownName(generator, rule.property())));
        if (!without.isEmpty() && without.size() == generators.size()) {
            report(rule, without.get(0), properties.sharedName(rule.property()));
        }
    }

    private void report(Rule rule, String generator, ConfigurationPropertyName name) {
        int chosen = rule.decision().properties().stream()
                .flatMap(
                        choosing -> Stream.of(properties.ownName(generator, choosing), properties.sharedName(choosing)))
                .mapToInt(groups::placeOf)
                .min()
                .orElseThrow();
        if (groups.placeOf(name) <= chosen) {
            Choice choice = choice(rule.decision(), generator).orElseThrow();
            groups.writtenFrom(name)
                    .flatMap(set -> groups.describe(set).stream())
                    .forEach(set -> {
                        problems.add(set + ", since " + choice);
                        actions.add(rule.toString());
                    });
        }
    }

    /** Returns what is decided for a generator, or nothing if a bean of the application or an id service decides. */
    private Optional<Choice> choice(Decision decision, String generator) {
        return switch (decision) {
            case TYPE -> Optional.of(Choice.of(decision, type(generator)));
            case CLOCK_POLICY ->
                Optional.of(Choice.of(decision, settings.of(generator).clock().policy()))
                        .filter(choice -> type(generator) != UidProperties.Type.REMOTE);
            case ASSIGNER -> assigner(generator);
            case LEASE_STORE -> assigner(generator).flatMap(assigner -> leaseStore(assigner, generator));
            case COUNTER_STORE ->
                ConfiguredBean.named(BeanNames.SEGMENT_STORE, beans)
                        .map(store -> new Choice(decision, String.valueOf(store.store())));
        };
    }

    private UidProperties.Type type(String generator) {
        return properties.of(generator, BeanKinds.class).kind();
    }

    private Optional<Choice> assigner(String generator) {
        String owner = settings.hasOwnWorker(generator) ? generator : BeanNames.SHARED;
        return ConfiguredBean.named(BeanNames.assignerOf(owner), beans)
                .map(made -> Choice.of(
                        Decision.ASSIGNER,
                        properties.of(generator, BeanKinds.class).worker().kind()));
    }

    /** Returns the kind of store, or the assigner if that has none. */
    private Optional<Choice> leaseStore(Choice assigner, String generator) {
        String store = ConfiguredBean.named(generator, beans)
                .map(ConfiguredBean::store)
                .orElse(null);
        if (store != null) {
            return Optional.of(new Choice(Decision.LEASE_STORE, store));
        }
        return assigner.value().equals(Assigner.LEASED.toString()) ? Optional.empty() : Optional.of(assigner);
    }
}
