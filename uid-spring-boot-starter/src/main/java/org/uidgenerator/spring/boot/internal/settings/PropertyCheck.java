package org.uidgenerator.spring.boot.internal.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.CompositePropertySource;
import org.uidgenerator.spring.boot.StoreProvider;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.spring.boot.internal.stores.StoreProviders;

/**
 * The check of all that is written below {@code uid}. A name that is misspelt is refused: the default would take its
 * place, and that of a layout is for ever. So is a property without effect because of what else is set, since its
 * author believes otherwise; it is left alone if another source of properties, which comes first, has chosen something
 * else, as a profile does for a test. Environment variables are left alone, because they may be meant for others.
 */
final class PropertyCheck {
    private static final ConfigurationPropertyName ROOT = GeneratorProperties.SHARED;

    /** What {@code uid} has once, and no generator for itself. */
    private static final Set<String> ONCE = Set.of("enabled", "primary", "segments", "publicids");

    private static final UidProperties.Policy[] WITH_CLOCK = Stream.of(UidProperties.Policy.values())
            .filter(policy -> policy != UidProperties.Policy.WITHOUT_CLOCK)
            .toArray(UidProperties.Policy[]::new);

    /** A worker id that is set, and not remembered in a file, limits borrowing more than most would set it. */
    private static final Rule BORROWING =
            Rule.of("max-borrow", "worker.assigner", Assigner.LEASED, Assigner.DISPOSABLE);

    /** The properties that decide if the one that says the choice in so many words is not set. */
    private static final Map<String, List<String>> IMPLYING = Map.of(
            "type", List.of("client.servers", "client.service-id"),
            "worker.assigner", List.of("worker.id", "worker.variable"));

    private final GeneratorProperties properties;
    private final PropertyGroups groups;
    private final ConfigurableListableBeanFactory beans;

    /** All names that have a value, and whether that is a list: {@code uid.client.servers[0]}. */
    private final Map<ConfigurationPropertyName, Boolean> names = new HashMap<>();

    /** The beginnings of names in which a key follows, and what these names begin with without the key. */
    private final Map<ConfigurationPropertyName, ConfigurationPropertyName> keyed =
            new HashMap<>(Map.of(GeneratorProperties.GENERATORS, ROOT, SegmentTags.TAGS, SegmentTags.TAGS));

    /** The beginnings of names that no record lists: those of beans, and of maps to single values. */
    private final Set<ConfigurationPropertyName> unlisted = new HashSet<>();

    private final List<String> problems = new ArrayList<>();
    private final Set<String> actions = new LinkedHashSet<>();

    PropertyCheck(GeneratorProperties properties, ConfigurableListableBeanFactory beans) {
        this.properties = properties;
        groups = properties.groups();
        this.beans = beans;
        names.put(ROOT.append("enabled"), false);
        names.put(ROOT.append("primary"), false);
        BoundProperty.of(SegmentTags.TAGS, SegmentProperties.Tag.class).forEach(this::add);
        BoundProperty.records(beans.getBeanClassLoader())
                .flatMap(BoundProperty::of)
                .forEach(this::add);
    }

    private void add(BoundProperty property) {
        Class<?> value = property.valueOfMap();
        if (value == null && !property.isGroup()) {
            names.put(property.name(), property.isList());
        } else if (value != null && value.isRecord()) {
            keyed.put(property.name(), property.name());
            BoundProperty.of(property.name(), value).forEach(this::add);
        } else if (value != null) {
            unlisted.add(property.name());
        }
    }

    /**
     * Refuses names that no bean reads, or not as they are written, and two spellings of one in the same source.
     *
     * @throws ConfigurationException if there is one
     */
    void requireKnown() {
        List<PropertyGroups.Written> written = groups.written(ROOT).toList();
        if (!written.stream().map(PropertyCheck::whole).allMatch(this::isKnown)) {
            addNamesOfOthers();
        }
        Map<Object, PropertyGroups.Written> first = new HashMap<>();
        for (PropertyGroups.Written set : written) {
            boolean known = isKnown(whole(set));
            PropertyGroups.Written other = first.putIfAbsent(placeOf(set), set);
            if (!known || !set.inBrackets().equals(set.text())) {
                problems.add(set.toString());
                actions.add(known ? inBrackets(set) : choices(whole(set)));
            } else if (other != null) {
                problems.add("both " + other + " and " + set);
                actions.add("Remove one of them.");
            }
        }
        refuseProblems("reads");
    }

    /** Returns the name with all its characters. */
    private static ConfigurationPropertyName whole(PropertyGroups.Written set) {
        return ConfigurationPropertyName.adapt(set.inBrackets(), '.');
    }

    /** Returns what two spellings have in common, or a list and its first element; the parts of a composite differ. */
    private static Object placeOf(PropertyGroups.Written set) {
        ConfigurationPropertyName name = set.name();
        return set.source() instanceof CompositePropertySource
                ? set
                : List.of(set.source(), name.toString().endsWith("[0]") ? name.getParent() : name);
    }

    private static String inBrackets(PropertyGroups.Written set) {
        return GeneratorProperties.GENERATORS.isAncestorOf(set.name())
                ? GeneratorProperties.NAME_RULE
                : "Write " + set.inBrackets() + ".";
    }

    private void refuseProblems(String verb) {
        if (!problems.isEmpty()) {
            throw new ConfigurationException(
                    "no bean " + verb + " " + String.join(", nor ", problems), String.join("\n", actions));
        }
    }

    private boolean isKnown(ConfigurationPropertyName name) {
        ConfigurationPropertyName plain = withoutKey(name);
        if (GeneratorProperties.GENERATORS.isAncestorOf(name)
                && plain.getNumberOfElements() > 1
                && ONCE.contains(plain.getElement(1, Form.UNIFORM))) {
            return false;
        }
        return keyed.containsKey(plain)
                || plain.equals(ROOT)
                || names.containsKey(plain)
                || (plain.isLastElementIndexed() && names.getOrDefault(plain.getParent(), false))
                || unlisted.stream().anyMatch(prefix -> prefix.isAncestorOf(plain));
    }

    /** Returns a name below a map, or one of a generator, as if there were only one of its kind. */
    private ConfigurationPropertyName withoutKey(ConfigurationPropertyName name) {
        return keyed.entrySet().stream()
                .filter(map -> map.getKey().isAncestorOf(name))
                .findFirst()
                .map(map -> map.getValue().append(name.subName(map.getKey().getNumberOfElements() + 1)))
                .orElse(name);
    }

    /** Adds the names below {@code uid} that beans of others are bound to. */
    private void addNamesOfOthers() {
        Set<ConfigurationPropertyName> own = Set.copyOf(names.keySet());
        for (String bean : beans.getBeanDefinitionNames()) {
            ConfigurationProperties bound = beans.findAnnotationOnBean(bean, ConfigurationProperties.class, false);
            ConfigurationPropertyName prefix =
                    bound == null ? null : ConfigurationPropertyName.ofIfValid(bound.prefix());
            if (prefix == null || !ROOT.isAncestorOf(prefix) || own.stream().anyMatch(prefix::isAncestorOf)) {
                continue;
            }
            Class<?> type = beans.getType(bean, false);
            if (type != null && type.isRecord()) {
                BoundProperty.of(prefix, type).forEach(this::add);
            } else {
                unlisted.add(prefix);
            }
        }
    }

    /** Returns the names that there are in the same group, or the module that has these. */
    private String choices(ConfigurationPropertyName unknown) {
        ConfigurationPropertyName key = ROOT.append("public-ids.key");
        if (key.getParent().isAncestorOf(unknown) && !names.containsKey(key)) {
            return "Add the dependency org.uidgenerator:uid-jackson, or remove it.";
        }
        ConfigurationPropertyName group = Stream.iterate(withoutKey(unknown), ConfigurationPropertyName::getParent)
                .filter(name -> ROOT.equals(name) || names.keySet().stream().anyMatch(name::isAncestorOf))
                .findFirst()
                .orElseThrow();
        String brackets = keyed.containsKey(group) ? " Brackets are around a key with dots: " + group + "[a.b]." : "";
        return names.keySet().stream()
                .filter(group::isAncestorOf)
                .map(known -> known.getElement(group.getNumberOfElements(), Form.DASHED))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", ", "There are these below " + group + ": ", "." + brackets));
    }

    /**
     * A rule that a property has an effect only with some choices.
     *
     * @param property without {@code uid.}, or what several begin with
     * @param decision the property that says the choice in so many words, without {@code uid.}
     * @param values one of which must have been chosen, or none if that does not matter
     */
    private record Rule(String property, String decision, List<String> values) {
        static Rule of(String property, String decision, Enum<?>... values) {
            return new Rule(
                    property,
                    decision,
                    Stream.of(values).map(BoundProperty::dashed).toList());
        }

        boolean refuses(Choice chosen) {
            return !values.isEmpty() && !(chosen.decision.equals(decision) && values.contains(chosen.value));
        }
    }

    /** The value that was chosen. */
    private record Choice(String decision, String value) {
        Stream<String> decidingProperties() {
            return Stream.concat(Stream.of(decision), IMPLYING.getOrDefault(decision, List.of()).stream());
        }
    }

    /**
     * Refuses properties without effect.
     *
     * @throws ConfigurationException if there is one
     */
    void requireHeeded() {
        List<String> generators = properties.generators().stream()
                .filter(name -> ConfiguredBean.named(name, beans).isPresent())
                .toList();
        ClassLoader classLoader = beans.getBeanClassLoader();
        BoundProperty.of(UidProperties.class).forEach(property -> {
            OnlyWith only = property.component().getAnnotation(OnlyWith.class);
            if (only != null) {
                String name = property.name().subName(1).toString();
                check(Rule.of(name, "type", only.type()), generators);
                check(Rule.of(name, "clock.policy", only.clock() ? WITH_CLOCK : only.policy()), generators);
                check(Rule.of(name, "worker.assigner", only.assigner()), generators);
            }
        });
        check(BORROWING, generators);
        check(Rule.of("client", "type", UidProperties.Type.REMOTE), generators);
        checkStores("worker", StoreProviders.ofLeases(classLoader), generators);
        checkStores("segments", StoreProviders.ofCounters(classLoader), List.of(BeanNames.SHARED));
        refuseProblems("heeds");
    }

    private void checkStores(String group, StoreProviders<?> kinds, List<String> generators) {
        kinds.stream()
                .map(StoreProvider::name)
                .forEach(kind -> check(new Rule(group + "." + kind, group + ".store", List.of(kind)), generators));
    }

    /** Looks at what is set for single generators, and then for all, which must have an effect for one of them. */
    private void check(Rule rule, List<String> generators) {
        List<String> without = generators.stream()
                .filter(generator ->
                        choice(rule.decision, generator).filter(rule::refuses).isPresent())
                .filter(generator -> !(rule.equals(BORROWING) && borrowsWithinGap(generator)))
                .toList();
        without.stream()
                .filter(generator -> properties.hasOwn(generator, rule.property))
                .forEach(generator -> report(rule, generator, properties.ownName(generator, rule.property)));
        if (!without.isEmpty() && without.size() == generators.size()) {
            report(rule, without.get(0), ROOT.append(rule.property));
        }
    }

    private boolean borrowsWithinGap(String generator) {
        UidProperties.Worker worker = properties.of(generator).worker();
        Duration gap = worker.restartGap() == null ? Duration.ofSeconds(15) : worker.restartGap();
        return worker.tickFile() != null || properties.of(generator).maxBorrow().compareTo(gap) <= 0;
    }

    private void report(Rule rule, String generator, ConfigurationPropertyName name) {
        Choice choice = choice(rule.decision, generator).orElseThrow();
        List<ConfigurationPropertyName> deciding = choice.decidingProperties()
                .map(property -> properties.nameFor(generator, property))
                .filter(groups::isSet)
                .toList();
        if (deciding.stream().anyMatch(property -> groups.placeOf(property) < groups.placeOf(name))) {
            return;
        }
        groups.written(ROOT)
                .filter(set -> set.name().equals(name) || name.isAncestorOf(set.name()))
                .forEach(set -> {
                    problems.add(set + ", since " + reason(choice, deciding));
                    actions.add(remedy(rule, name, deciding));
                });
    }

    /** Returns what was set, or what was chosen because nothing was. */
    private static String reason(Choice choice, List<ConfigurationPropertyName> deciding) {
        String chosen = "uid." + choice.decision + "=" + choice.value;
        if (deciding.isEmpty()) {
            return chosen + " unless set";
        }
        return isNamed(choice.decision, deciding.get(0)) ? chosen : deciding.get(0) + " is set";
    }

    /** Returns whether a property, of any generator, has a name without {@code uid.}. */
    private static boolean isNamed(String property, ConfigurationPropertyName name) {
        return name.toString().endsWith("." + property);
    }

    /** Returns what to do. If other properties have decided otherwise, they must go. */
    private static String remedy(Rule rule, ConfigurationPropertyName name, List<ConfigurationPropertyName> deciding) {
        if (rule.equals(BORROWING)) {
            return "Remove it, raise uid.worker.restart-gap, or set uid.worker.tick-file.";
        }
        String others = deciding.stream()
                .filter(property ->
                        !(property.equals(name) || name.isAncestorOf(property) || isNamed(rule.decision, property)))
                .map(property -> "remove " + property + " and ")
                .collect(Collectors.joining());
        return "Remove it, or " + others + "set uid." + rule.decision + "=" + String.join(" or ", rule.values) + ".";
    }

    /** Returns the choice for a generator, or nothing if a bean of the application or an id service decides. */
    private Optional<Choice> choice(String decision, String generator) {
        UidProperties.Type type = properties.type(generator);
        return switch (decision) {
            case "type" -> Optional.of(choice(decision, type));
            case "clock.policy" ->
                Optional.of(properties.of(generator).clock().policy())
                        .filter(policy -> type != UidProperties.Type.REMOTE)
                        .map(policy -> choice(decision, policy));
            case "worker.assigner" -> assigner(generator);
            case "worker.store" -> assigner(generator).flatMap(assigner -> leaseStore(assigner, generator));
            default -> // segments.store
                ConfiguredBean.named(BeanNames.SEGMENT_STORE, beans)
                        .map(store -> new Choice(decision, String.valueOf(store.store())));
        };
    }

    private static Choice choice(String decision, Enum<?> value) {
        return new Choice(decision, BoundProperty.dashed(value));
    }

    private Optional<Choice> assigner(String generator) {
        String owner = properties.hasOwn(generator, "worker") ? generator : BeanNames.SHARED;
        return ConfiguredBean.named(BeanNames.assignerOf(owner), beans)
                .map(made -> choice("worker.assigner", properties.assigner(generator)));
    }

    /** Returns the kind of store, or the assigner if that has none. */
    private Optional<Choice> leaseStore(Choice assigner, String generator) {
        return ConfiguredBean.named(generator, beans)
                .map(ConfiguredBean::store)
                .map(store -> new Choice("worker.store", store))
                .or(() -> Optional.of(assigner).filter(choice -> !choice.value.equals(Assigner.LEASED.toString())));
    }
}
