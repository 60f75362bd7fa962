package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.ReflectionUtils;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.UidRange;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.dynamodb.DynamoDbLeaseStore;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.ClockPolicy;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.jdbc.TableCreation;
import org.uidgenerator.redis.RedisLeaseStore;
import org.uidgenerator.redis.RedisSegmentStore;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.spring.boot.internal.settings.Assigner;
import org.uidgenerator.spring.boot.internal.settings.BoundProperty;
import org.uidgenerator.spring.boot.internal.settings.GeneratorProperties;
import org.uidgenerator.spring.boot.internal.settings.UidProperties;
import org.uidgenerator.spring.boot.internal.stores.JdbcStores;
import org.uidgenerator.spring.boot.internal.stores.JdbcStores.Counters.TableKind;
import org.uidgenerator.text.UidFormat;
import org.uidgenerator.worker.StaticWorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;
import org.uidgenerator.worker.lease.LeasedWorkerIds;

/** What an IDE knows of the properties: every one is described, and what is said of its default is true. */
public class MetadataTest {
    /** Those that are off, or follow from others, unless set. */
    private static final Set<String> WITHOUT_DEFAULT = Set.of(
            "uid.generators",
            "uid.primary",
            "uid.type",
            "uid.client.servers",
            "uid.client.service-id",
            "uid.client.token",
            "uid.client.layout",
            "uid.client.expected-identity",
            "uid.client.ssl.bundle",
            "uid.worker.etcd.servers",
            "uid.worker.etcd.user",
            "uid.worker.etcd.password",
            "uid.segments.tags",
            "uid.segments.store",
            "uid.segments.expected-identity",
            "uid.segments.jdbc.table-name",
            "uid.segments.remote.servers",
            "uid.segments.remote.service-id",
            "uid.segments.remote.token",
            "uid.segments.remote.ssl.bundle",
            "uid.schedule-interval",
            "uid.clock.longest-wait",
            "uid.clock.ticks",
            "uid.clock.extension-bits",
            "uid.worker.assigner",
            "uid.worker.data-center-id",
            "uid.worker.id",
            "uid.worker.variable",
            "uid.worker.tick-file",
            "uid.worker.store",
            "uid.worker.expected-identity",
            "uid.worker.jdbc.table-name",
            "uid.worker.dynamodb.table-name",
            "uid.worker.worker-ids.first",
            "uid.worker.worker-ids.last",
            "uid.worker.holder",
            "uid.worker.lease-file",
            "uid.public-ids.key");

    /** What holds defaults in fields that have the names of the properties. */
    private static final List<Object> WITH_DEFAULTS = List.of(
            UidLayout.DEFAULT,
            CachedUidGenerator.builder(StaticWorkerIdAssigner.of(1)),
            DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(1)),
            JdbcLeaseStore.builder(new JdbcDataSource()),
            LeasedWorkerIds.builder(JdbcLeaseStore.on(new JdbcDataSource())),
            DisposableWorkerIdAssigner.builder(new JdbcDataSource()),
            redis(),
            dynamoDb(),
            StaticWorkerIdAssigner.of(1));

    /** The same for the properties of counters, some of which have the names of others. */
    private static final List<Object> COUNTERS_WITH_DEFAULTS =
            List.of(SegmentIdGenerator.builder((tag, length) -> new UidRange(1, length, 1)), redisCounters());

    /** The same for generators that take their UIDs from an id service. */
    private static final List<Object> REMOTE_WITH_DEFAULTS = List.of(RemoteUidGenerator.builder(List.of()));

    /** Defaults that are not in such a field. */
    private static final Map<String, Object> OTHER_DEFAULTS = Map.ofEntries(
            Map.entry("uid.enabled", true),
            Map.entry("uid.layout.preset", LayoutPreset.UID_GENERATOR),
            Map.entry("uid.layout.text", UidLayout.DEFAULT.text()),
            Map.entry("uid.layout.total-bits", UidLayout.DEFAULT.totalBits()),
            Map.entry("uid.layout.epoch-str", "2026-01-01"),
            Map.entry("uid.clock.policy", UidProperties.Policy.KEEP_COUNTING),
            Map.entry("uid.worker.redis.accept-data-loss", false),
            Map.entry("uid.worker.restart-gap", Duration.ofSeconds(15)), // none if there is a file
            Map.entry("uid.worker.namespace", UidProperties.Worker.DEFAULT_NAMESPACE),
            Map.entry("uid.public-ids.format", UidFormat.CROCKFORD32),
            Map.entry("uid.segments.jdbc.table-kind", TableKind.STANDARD),
            Map.entry("uid.segments.jdbc.table-creation", TableCreation.EMBEDDED),
            Map.entry("uid.segments.redis.accept-data-loss", false));

    private static RedisLeaseStore.Builder redis() {
        try (RedisClient unused = RedisClient.create("redis://127.0.0.1:1")) {
            return RedisLeaseStore.builder(unused);
        }
    }

    private static DynamoDbLeaseStore.Builder dynamoDb() {
        return DynamoDbLeaseStore.builder(DynamoDbStoreTest.client(URI.create("http://127.0.0.1:1")));
    }

    private static RedisSegmentStore.Builder redisCounters() {
        try (RedisClient unused = RedisClient.create("redis://127.0.0.1:1")) {
            return RedisSegmentStore.builder(unused);
        }
    }

    private static final Pattern WORD = Pattern.compile("-(.)");

    private static final Map<String, Map<?, ?>> PROPERTIES = new HashMap<>();
    private static final Set<String> HINTED = new HashSet<>();

    @BeforeAll
    static void read() throws IOException {
        String ofTests = MetadataTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        for (URL metadata : Collections.list(
                MetadataTest.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            if (metadata.toString().contains(ofTests)) { // of the kinds of stores that other tests have
                continue;
            }
            try (InputStream in = metadata.openStream()) {
                Map<String, Object> json = JsonParserFactory.getJsonParser()
                        .parseMap(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                named(json, "properties").forEach(property -> PROPERTIES.put((String) property.get("name"), property));
                named(json, "hints").forEach(hint -> HINTED.add((String) hint.get("name")));
            }
        }
    }

    private static Stream<Map<?, ?>> named(Map<String, Object> json, String list) {
        List<?> entries = (List<?>) json.getOrDefault(list, List.of());
        return entries.stream()
                .<Map<?, ?>>map(entry -> (Map<?, ?>) entry)
                .filter(entry -> ((String) entry.get("name")).startsWith("uid."));
    }

    public static Stream<String> properties() {
        return Stream.concat(
                Stream.of("uid.enabled", "uid.generators", "uid.primary", "uid.segments.tags"),
                BoundProperty.records(MetadataTest.class.getClassLoader())
                        .flatMap(record -> properties(
                                record.getAnnotation(ConfigurationProperties.class)
                                                .value() + ".",
                                record)));
    }

    private static Stream<String> properties(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> properties(prefix, component));
    }

    private static Stream<String> properties(String prefix, RecordComponent component) {
        String name = prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        return component.getType().isRecord() ? properties(name + ".", component.getType()) : Stream.of(name);
    }

    @Test
    void knowsTheseProperties() {
        assertThat(PROPERTIES.keySet())
                .containsExactlyInAnyOrderElementsOf(properties().toList());
    }

    @ParameterizedTest
    @MethodSource("properties")
    void describesEach(String name) {
        assertThat(PROPERTIES.get(name).get("description")).asString().isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("properties")
    void offersValuesForEach(String name) throws ClassNotFoundException {
        assertThat(HINTED.contains(name)
                        || offersItsOwnValues((String) PROPERTIES.get(name).get("type")))
                .as("hints for %s", name)
                .isTrue();
    }

    private static boolean offersItsOwnValues(String type) throws ClassNotFoundException {
        return type.startsWith("java.util.Map<")
                || type.equals("java.lang.Boolean")
                || Class.forName(type).isEnum();
    }

    @ParameterizedTest
    @MethodSource("properties")
    void namesTheDefaultOfTheCode(String name) {
        Object named = PROPERTIES.get(name).get("defaultValue");
        if (WITHOUT_DEFAULT.contains(name)) {
            assertThat(named).as(name).isNull();
            return;
        }
        assertThat(named).as(name).isNotNull();
        assertThat(defaults(name))
                .as("defaults of %s in the code", name)
                .isNotEmpty()
                .allSatisfy(real -> assertThat(ApplicationConversionService.getSharedInstance()
                                .convert(named.toString(), real.getClass()))
                        .isEqualTo(real));
    }

    private static List<Object> defaults(String name) {
        if (OTHER_DEFAULTS.containsKey(name)) {
            return List.of(OTHER_DEFAULTS.get(name));
        }
        String field = camelCase(name.substring(name.lastIndexOf('.') + 1));
        return holders(name).stream()
                .map(holder -> value(holder, field))
                .filter(Objects::nonNull)
                .toList();
    }

    private static List<Object> holders(String name) {
        if (name.startsWith("uid.client.")) {
            return REMOTE_WITH_DEFAULTS;
        }
        return name.startsWith("uid.segments.") ? COUNTERS_WITH_DEFAULTS : WITH_DEFAULTS;
    }

    private static String camelCase(String name) {
        return WORD.matcher(name).replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }

    private static Object value(Object holder, String name) {
        Field field = ReflectionUtils.findField(holder.getClass(), name);
        if (field == null) {
            return null;
        }
        ReflectionUtils.makeAccessible(field);
        return ReflectionUtils.getField(field, holder);
    }

    /** What the test above takes for granted. */
    @Test
    void otherDefaultsAreThoseOfTheCode() {
        assertThat(LayoutPreset.UID_GENERATOR.layout()).isEqualTo(UidLayout.DEFAULT);
        assertThat(UidLayout.builder().epochStr("2026-01-01").build()).isEqualTo(UidLayout.DEFAULT);
        UidProperties nothingSet = new Binder().bindOrCreate("uid", UidProperties.class);
        assertThat(nothingSet.clock().policy()).isEqualTo(OTHER_DEFAULTS.get("uid.clock.policy"));
        GeneratorProperties nothingSetOfGenerators = new GeneratorProperties(new MockEnvironment());
        assertThat(nothingSetOfGenerators.type("uidGenerator")).isEqualTo(UidProperties.Type.CACHED);
        assertThat(nothingSetOfGenerators.assigner("uidGenerator")).isEqualTo(Assigner.LEASED);
        JdbcStores.Counters.Properties nothingSetOfTables =
                new Binder().bindOrCreate("uid.segments.jdbc", JdbcStores.Counters.Properties.class);
        assertThat(nothingSetOfTables.tableKind()).isEqualTo(OTHER_DEFAULTS.get("uid.segments.jdbc.table-kind"));
        assertThat(nothingSetOfTables.tableCreation())
                .isEqualTo(OTHER_DEFAULTS.get("uid.segments.jdbc.table-creation"));
        assertThat(ReflectionTestUtils.getField(redisCounters(), "dataLossAccepted"))
                .isEqualTo(OTHER_DEFAULTS.get("uid.segments.redis.accept-data-loss"));
        assertThat(ReflectionTestUtils.getField(redis(), "dataLossAccepted"))
                .isEqualTo(OTHER_DEFAULTS.get("uid.worker.redis.accept-data-loss"));
        assertThat(value(DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(1)), "clockPolicy"))
                .hasToString(ClockPolicy.keepCounting().toString());
    }
}
