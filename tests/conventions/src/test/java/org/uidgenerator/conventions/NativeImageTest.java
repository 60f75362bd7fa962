package org.uidgenerator.conventions;

import static java.util.Map.entry;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * A native image contains what its builder sees in the code, and what the reachability metadata in the jars names. No
 * image is built here: this holds that the metadata names all that the code looks up by name, and nothing that is not
 * there.
 */
@AnalyzeClasses(packages = "org.uidgenerator", importOptions = DoNotIncludeTests.class)
class NativeImageTest {
    /** What finds a class, a member or a resource by its name, or makes an object of a class that it is given. */
    private static final Pattern LOOK_UP = Pattern.compile(String.join(
            "|",
            "java\\.lang\\.Class\\.(forName|newInstance|get(Declared)?(Field|Method|Constructor|Classe)s?"
                    + "|getRecordComponents|getResource\\w*)",
            "java\\.lang\\.(ClassLoader|Module)\\.(loadClass|get(System)?Resource\\w*)",
            "java\\.lang\\.invoke\\.ConstantBootstraps\\..*",
            "java\\.lang\\.invoke\\.MethodHandles\\$Lookup\\.(find|unreflect|accessClass|defineClass).*",
            "java\\.lang\\.reflect\\.(Array|Constructor|Proxy)\\.new.*",
            "java\\.util\\.ServiceLoader\\.load.*",
            "java\\.util\\.ResourceBundle\\.getBundle",
            "java\\.util\\.concurrent\\.atomic\\.\\w+FieldUpdater\\.newUpdater",
            "java\\.io\\.Object(In|Out)putStream\\.<init>",
            "org\\.hibernate\\.resource\\.beans\\.container\\.spi\\.BeanContainer\\.getBean",
            "org\\.springframework\\.beans\\.BeanUtils\\..*",
            "org\\.springframework\\.beans\\.DirectFieldAccessor\\.<init>",
            "org\\.springframework\\.core\\.io\\.ClassPathResource\\.<init>",
            "org\\.springframework\\.core\\.io\\.support\\.\\w+PatternResolver\\.<init>",
            "org\\.springframework\\.util\\.ClassUtils\\.(forName|isPresent|resolveClassName)"));

    private static final String METADATA = "named in the metadata of its module";
    private static final String HINTS = "named in UidRuntimeHints";
    private static final String ENTITIES = "of entities, which the application names for MyBatis";
    private static final String NOT_IN_IMAGES = "not called in an image";
    private static final String BUILD_TIME = "asked when Spring processes the beans, before the image is built";

    /** Each look-up, with how many there are in the class, and why an image finds what it looks for. */
    private static final Map<String, String> LOOK_UPS = new TreeMap<>(Map.ofEntries(
            entry("client.LastingHttpClient: Lookup.findVirtual", METADATA),
            entry("internal.engine.OpenBlock: ConstantBootstraps.fieldVarHandle", METADATA),
            entry("internal.engine.PaddedLong: ConstantBootstraps.fieldVarHandle", METADATA),
            entry("internal.engine.VirtualThreads: Lookup.findVirtual", METADATA),
            entry("internal.engine.Waiter: ConstantBootstraps.fieldVarHandle", METADATA),
            entry("internal.background.BackgroundTask: ConstantBootstraps.fieldVarHandle", METADATA),
            entry("internal.background.BackgroundThreads$Slot: ConstantBootstraps.fieldVarHandle", METADATA),
            entry("jdbc.internal.SqlTable: ClassPathResource.<init>", METADATA),
            entry(
                    "persistence.hibernate.SourceLookup: BeanContainer.getBean x 3",
                    "beans, and SpringNames: " + METADATA),
            entry("persistence.mybatis.InsertedClass: Class.getDeclaredFields", ENTITIES),
            entry("persistence.mybatis.InsertedClass: Class.getDeclaredMethods", ENTITIES),
            entry("persistence.mybatisplus.UidIdentifierGenerator$1: Class.getDeclaredFields", ENTITIES),
            entry("spring.boot.client.RemoteGenerators: ClassUtils.isPresent", BUILD_TIME),
            entry("spring.boot.internal.stores.DataRedisClient: ClassUtils.isPresent", NOT_IN_IMAGES),
            entry("spring.boot.internal.stores.DataRedisClient: ClassUtils.resolveClassName x 2", NOT_IN_IMAGES),
            entry("spring.boot.internal.stores.DataRedisClient: DirectFieldAccessor.<init>", HINTS),
            entry("spring.boot.internal.settings.BoundProperty: Class.getRecordComponents", HINTS),
            entry("spring.boot.internal.settings.BoundProperty: ClassUtils.isPresent", HINTS),
            entry("spring.boot.internal.settings.UidRuntimeHints: ClassUtils.isPresent", BUILD_TIME),
            entry("spring.boot.internal.settings.UidRuntimeHints: ClassUtils.resolveClassName", BUILD_TIME),
            entry("spring.boot.internal.stores.StoreBeans: ClassUtils.isPresent", HINTS),
            entry("spring.boot.internal.stores.StoreBeans: ClassUtils.resolveClassName", HINTS),
            entry("spring.boot.internal.stores.StoreProviders: ClassUtils.isPresent", HINTS),
            entry("spring.boot.internal.stores.StoreProviders: ClassUtils.resolveClassName", HINTS),
            entry("worker.db.SqlFunctions: Class.getResourceAsStream", METADATA)));

    @ArchTest
    static void eachLookUpIsAccountedFor(JavaClasses classes) {
        Map<String, Long> calls = classes.stream()
                .flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(access -> access.getTarget() instanceof CodeUnitAccessTarget)
                .filter(access -> LOOK_UP.matcher(target(access)).matches())
                .collect(groupingBy(NativeImageTest::call, TreeMap::new, counting()));

        assertThat(calls.entrySet().stream()
                        .map(call -> call.getKey() + (call.getValue() == 1 ? "" : " x " + call.getValue())))
                .containsExactlyElementsOf(LOOK_UPS.keySet());
    }

    private static String call(JavaAccess<?> access) {
        String target = target(access);
        String owner = access.getTarget().getOwner().getSimpleName();
        return access.getOriginOwner().getName().substring("org.uidgenerator.".length()) + ": " + owner
                + target.substring(target.lastIndexOf('.'));
    }

    private static String target(JavaAccess<?> access) {
        return access.getTarget().getOwner().getName() + "."
                + access.getTarget().getName();
    }

    @ArchTest
    static void namesTheFieldsOfAllVariableHandles(JavaClasses classes) throws Exception {
        List<VarHandle> handles = new ArrayList<>();
        for (JavaClass type : classes) {
            for (JavaField field : type.getFields()) {
                if (field.getRawType().isEquivalentTo(VarHandle.class)) {
                    Field handle = field.reflect();
                    handle.setAccessible(true);
                    assertThat(field.getModifiers()).as(field.getFullName()).contains(JavaModifier.STATIC);
                    handles.add((VarHandle) handle.get(null));
                }
            }
        }

        assertThat(named(ReachabilityMetadata::fields))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(handles.stream()
                        .filter(handle -> !handle.coordinateTypes().get(0).isArray())
                        .map(NativeImageTest::fieldOf)
                        .toList());
    }

    private static String fieldOf(VarHandle handle) {
        return handle.coordinateTypes().get(0).getName() + "."
                + handle.describeConstable().orElseThrow().constantName();
    }

    @ArchTest
    static void namesWhatOthersCall(JavaClasses classes) {
        List<String> generators = classes.stream()
                .filter(type -> type.isAssignableTo("org.hibernate.generator.BeforeExecutionGenerator"))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .map(type -> type.getName() + ".<init>()")
                .toList();
        String springNames = "org.uidgenerator.persistence.hibernate.SpringNames"
                + ".<init>(org.springframework.beans.factory.BeanFactory)";

        assertThat(generators).isNotEmpty();
        assertThat(classes.stream()
                        .flatMap(type -> type.getCodeUnits().stream())
                        .map(JavaCodeUnit::getFullName))
                .contains(springNames)
                .containsAll(generators);
        assertThat(named(ReachabilityMetadata::methods))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of(
                                        "java.lang.Thread.isVirtual()",
                                        "java.net.http.HttpClient.shutdown()",
                                        "java.net.http.HttpClient.shutdownNow()",
                                        springNames),
                                generators.stream())
                        .toList());
    }

    @ArchTest
    static void namesTheScripts(JavaClasses classes) throws Exception {
        List<String> scripts = new ArrayList<>();
        for (String glob : named(ReachabilityMetadata::globs)) {
            String folder = glob.substring(0, glob.lastIndexOf('/') + 1);
            Stream.of(new PathMatchingResourcePatternResolver().getResources("classpath*:" + glob))
                    .map(script -> folder + script.getFilename())
                    .forEach(scripts::add);
        }

        assertThat(scripts)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of("derby", "h2", "hsqldb", "mariadb", "mysql", "postgresql", "sqlite")
                                        .flatMap(database -> Stream.of(
                                                "org/uidgenerator/jdbc/gapless-number-" + database + ".sql",
                                                "org/uidgenerator/jdbc/segment-" + database + ".sql",
                                                "org/uidgenerator/jdbc/worker-lease-" + database + ".sql",
                                                "org/uidgenerator/jdbc/worker-node-" + database + ".sql")),
                                Stream.of(
                                        "org/uidgenerator/jdbc/functions-h2.sql",
                                        "org/uidgenerator/jdbc/functions-mysql.sql",
                                        "org/uidgenerator/jdbc/functions-postgresql.sql",
                                        "org/uidgenerator/jdbc/generator-postgresql.sql"))
                        .toList());
    }

    private static <T> List<T> named(Function<ReachabilityMetadata, List<T>> part) {
        try {
            return ReachabilityMetadata.all().stream()
                    .flatMap(metadata -> part.apply(metadata).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
