package org.uidgenerator.spring.boot.internal.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.settings.OnlyWith.Decision;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * Properties that are known and set, and have no effect because of what else is set: whoever wrote them believes
 * otherwise. One is left alone where another source of properties, which comes first, has chosen something else, as a
 * profile does for a test. Those of environment variables are left alone as well.
 */
public final class UnheededProperties {
    /** A worker id that is set, and not remembered in a file, limits borrowing more than most would set it. */
    private static final Rule BORROWING = Rule.of("max-borrow", OnlyWith.Case.STORED);

    private final GeneratorProperties properties;
    private final PropertyGroups groups;
    private final ConfigurableListableBeanFactory beans;
    private final List<String> problems = new ArrayList<>();
    private final List<String> actions = new ArrayList<>();

    private UnheededProperties(GeneratorProperties properties, ConfigurableListableBeanFactory beans) {
        this.properties = properties;
        groups = properties.groups();
        this.beans = beans;
    }

    /** What was decided. */
    private record Choice(Decision decision, String value) {
        static Choice of(Decision decision, Enum<?> value) {
            return new Choice(decision, value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
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

        static Stream<Rule> of(BoundProperty property) {
            return Stream.ofNullable(property.component().getAnnotation(OnlyWith.class))
                    .map(only -> of(property.name().subName(1).toString(), only.value()));
        }

        static Rule of(String property, OnlyWith.Case admitting) {
            return new Rule(property, admitting.decision, admitting.values);
        }
    }

    /**
     * Refuses properties without effect.
     *
     * @throws ConfigurationException if there is one
     */
    public static void refuse(GeneratorProperties properties, ConfigurableListableBeanFactory beans) {
        UnheededProperties unheeded = new UnheededProperties(properties, beans);
        unheeded.find();
        if (!unheeded.problems.isEmpty()) {
            throw new ConfigurationException(
                    "nobody heeds " + String.join(", nor ", unheeded.problems),
                    String.join("\n", new LinkedHashSet<>(unheeded.actions)));
        }
    }

    private void find() {
        List<String> generators = properties.generators().stream()
                .filter(name -> ConfiguredBean.named(name, beans).isPresent())
                .toList();
        ClassLoader classLoader = beans.getBeanClassLoader();
        BoundProperty.of(UidProperties.class).flatMap(Rule::of).forEach(rule -> check(rule, generators));
        check(BORROWING, generators);
        check(Rule.of("client", OnlyWith.Case.REMOTE), generators);
        StoreProviders.ofLeases(classLoader).stream()
                .map(provider -> new Rule("worker." + provider.name(), Decision.LEASE_STORE, List.of(provider.name())))
                .forEach(rule -> check(rule, generators));
        StoreProviders.ofCounters(classLoader).stream()
                .map(provider ->
                        new Rule("segments." + provider.name(), Decision.COUNTER_STORE, List.of(provider.name())))
                .forEach(rule -> check(rule, List.of(BeanNames.SHARED)));
    }

    private boolean borrowsWithinGap(String generator) {
        UidProperties.Worker worker = properties.of(generator).worker();
        Duration gap = worker.restartGap() == null ? Duration.ofSeconds(15) : worker.restartGap();
        return worker.tickFile() != null || properties.of(generator).maxBorrow().compareTo(gap) <= 0;
    }

    /** Looks at what is set for single generators, and then for all, which must have an effect for one of them. */
    private void check(Rule rule, List<String> generators) {
        List<String> without = generators.stream()
                .filter(generator -> choice(rule.decision(), generator)
                        .filter(choice -> !rule.admits(choice))
                        .isPresent())
                .filter(generator -> !(rule.equals(BORROWING) && borrowsWithinGap(generator)))
                .toList();
        without.stream()
                .filter(generator -> properties.hasOwn(generator, rule.property()))
                .forEach(generator -> report(rule, generator, properties.ownName(generator, rule.property())));
        if (!without.isEmpty() && without.size() == generators.size()) {
            report(rule, without.get(0), properties.sharedName(rule.property()));
        }
    }

    private void report(Rule rule, String generator, ConfigurationPropertyName name) {
        int chosen = rule.decision()
                .allProperties()
                .flatMap(
                        choosing -> Stream.of(properties.ownName(generator, choosing), properties.sharedName(choosing)))
                .mapToInt(groups::placeOf)
                .min()
                .orElseThrow();
        if (groups.placeOf(name) <= chosen) {
            Choice choice = choice(rule.decision(), generator).orElseThrow();
            List<ConfigurationPropertyName> deciding = choice.decision().properties.stream()
                    .map(property -> properties.nameFor(generator, property))
                    .filter(property -> groups.placeOf(property) < Integer.MAX_VALUE)
                    .toList();
            groups.writtenFrom(name)
                    .flatMap(set -> groups.describe(set).stream())
                    .forEach(set -> {
                        problems.add(set + ", since " + reason(choice, deciding));
                        actions.add(remedy(rule, name, deciding));
                    });
        }
    }

    /** Returns what was set, or what was chosen because nothing was. */
    private static String reason(Choice choice, List<ConfigurationPropertyName> deciding) {
        String chosen = "uid." + choice.decision().property() + "=" + choice.value();
        if (deciding.isEmpty()) {
            return chosen + " unless set";
        }
        boolean said = choice.decision().says(deciding.get(0));
        return said ? chosen : deciding.get(0) + " is set";
    }

    /** Returns what to do. Where something else says what has been decided, it must go. */
    private static String remedy(Rule rule, ConfigurationPropertyName name, List<ConfigurationPropertyName> deciding) {
        if (rule.equals(BORROWING)) {
            return "Remove it, raise uid.worker.restart-gap, or set uid.worker.tick-file.";
        }
        String others = deciding.stream()
                .filter(property -> !(property.equals(name)
                        || name.isAncestorOf(property)
                        || rule.decision().says(property)))
                .map(property -> "remove " + property + " and ")
                .collect(Collectors.joining());
        return "Remove it, or " + others + "set uid." + rule.decision().property() + "="
                + String.join(" or ", rule.values()) + ".";
    }

    /** Returns what is decided for a generator, or nothing if a bean of the application or an id service decides. */
    private Optional<Choice> choice(Decision decision, String generator) {
        return switch (decision) {
            case TYPE -> Optional.of(Choice.of(decision, properties.type(generator)));
            case CLOCK_POLICY ->
                Optional.of(Choice.of(decision, properties.of(generator).clock().policy()))
                        .filter(choice -> properties.type(generator) != UidProperties.Type.REMOTE);
            case ASSIGNER -> assigner(generator);
            case LEASE_STORE -> assigner(generator).flatMap(assigner -> leaseStore(assigner, generator));
            case COUNTER_STORE ->
                ConfiguredBean.named(BeanNames.SEGMENT_STORE, beans)
                        .map(store -> new Choice(decision, String.valueOf(store.store())));
        };
    }

    private Optional<Choice> assigner(String generator) {
        String owner = properties.hasOwnWorker(generator) ? generator : BeanNames.SHARED;
        return ConfiguredBean.named(BeanNames.assignerOf(owner), beans)
                .map(made -> Choice.of(Decision.ASSIGNER, properties.assigner(generator)));
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
