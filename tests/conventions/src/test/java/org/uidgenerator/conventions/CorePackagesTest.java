package org.uidgenerator.conventions;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.uidgenerator.OptionException;

/** The arrows between the packages of uid-core, and between classes of the engine. */
@AnalyzeClasses(packages = "org.uidgenerator", importOptions = DoNotIncludeTests.class)
class CorePackagesTest {
    @ArchTest
    static final ArchRule USES_NO_UNSAFE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("sun..", "jdk.internal..", "org.jctools.util..");

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CYCLE =
            slices().matching("org.uidgenerator.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_VOCABULARY_DEPENDS_ON_NOTHING_ELSE = classes()
            .that()
            .resideInAPackage("org.uidgenerator")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.uidgenerator", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule WHAT_IS_SHARED_INSIDE_KNOWS_NOTHING_OF_IDS = classes()
            .that()
            .resideInAPackage("org.uidgenerator.internal..")
            .and()
            .resideOutsideOfPackages(
                    "org.uidgenerator.internal.engine",
                    "org.uidgenerator.internal.identity",
                    "org.uidgenerator.internal.file",
                    "org.uidgenerator.internal.lease..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.internal",
                    "org.uidgenerator.internal.background",
                    "java..",
                    "jdk.jfr",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule WHAT_HANDLERS_SEE_KNOWS_NOTHING_ELSE = classes()
            .that()
            .resideInAPackage("org.uidgenerator.buffer")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("org.uidgenerator.buffer", "java..", "org.jspecify.annotations")
                    .or(type(OptionException.class)));

    @ArchTest
    static final ArchRule WHAT_HANDLERS_SEE_HAS_NO_CLOCK_AND_NO_LOG = noClasses()
            .that()
            .resideInAPackage("org.uidgenerator.buffer")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.lang\\.System\\$Logger|java\\.time\\.(Instant|InstantSource|Clock)");

    @ArchTest
    static final ArchRule THE_ENGINE_KNOWS_BLOCKS_ONLY = classes()
            .that()
            .resideInAPackage("org.uidgenerator.internal.engine")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.buffer",
                    "org.uidgenerator.internal..",
                    "org.uidgenerator",
                    "java..",
                    "jdk.jfr",
                    "org.jctools.queues.varhandle",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule THE_ENGINE_KNOWS_NO_LAYOUT = noClasses()
            .that()
            .resideInAPackage("org.uidgenerator.internal.engine")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(
                    "org\\.uidgenerator\\.(UidLayout|DecodedUid|LayoutPreset|BackdatedUids|FieldOrder)(\\$.*)?");

    @ArchTest
    static final ArchRule THE_ENGINE_HAS_NO_CLOCK = noClasses()
            .that()
            .resideInAPackage("org.uidgenerator.internal.engine")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.time\\.(Instant|InstantSource|Clock)")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule RING_AND_OPEN_BLOCKS_HAVE_NO_LOG_AND_NO_TIME = noClasses()
            .that()
            .haveNameMatching(
                    engine("BlockRing|OpenBlock|OwnedBlocks?|PaddedLong|Stripe|ThreadHash|UidBlock|WaitingLine"))
            .should()
            .dependOnClassesThat()
            .haveNameMatching("java\\.lang\\.System\\$Logger|java\\.time\\..*|jdk\\.jfr\\..*")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    /** The order of the engine's classes: none knows one of a later row. */
    private static final List<String> ROWS_OF_THE_ENGINE = List.of(
            "UidBlock|PaddedLong|ThreadHash|VirtualThreads|EngineMeter|RefillEvent|RunState|BufferOptions",
            "BlockRing|BlockSource|LowBits|OpenBlock|Stripe|OwnedBlock",
            "OwnedBlocks|Waiter|UnbufferedSource|RangeStock",
            "WaitingLine",
            "Engine|HandOut",
            "BufferPaddingExecutor",
            "UidBuffer|UnbufferedBlocks");

    @ArchTest
    static void theEngineKnowsNothingAboveIt(JavaClasses classes) {
        for (int row = 0; row < ROWS_OF_THE_ENGINE.size() - 1; row++) {
            noClasses()
                    .that()
                    .haveNameMatching(engine(ROWS_OF_THE_ENGINE.get(row)))
                    .should()
                    .dependOnClassesThat()
                    .haveNameMatching(
                            engine(String.join("|", ROWS_OF_THE_ENGINE.subList(row + 1, ROWS_OF_THE_ENGINE.size()))))
                    .check(classes);
        }
    }

    @ArchTest
    static final ArchRule EACH_CLASS_OF_THE_ENGINE_IS_IN_A_ROW = classes()
            .that()
            .resideInAPackage("org.uidgenerator.internal.engine")
            .and()
            .areTopLevelClasses()
            .should()
            .haveNameMatching(
                    engine(String.join("|", ROWS_OF_THE_ENGINE)) + "|.*(Pad|Value|OpenBlockEnd|package-info)");

    private static String engine(String simpleNames) {
        return "org\\.uidgenerator\\.internal\\.engine\\.(" + simpleNames + ")(\\$.*)?";
    }

    @ArchTest
    static final ArchRule THE_WORKER_SPI_KNOWS_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage("org.uidgenerator.worker")
            .and()
            .haveNameNotMatching(".*\\.(StaticWorkerIdAssigner|RememberedLease|FiledTicks)(\\$.*)?")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.worker", "org.uidgenerator", "java..", "jdk.jfr", "org.jspecify.annotations");

    /** The memory of a static worker id is in a file, and written in the background. */
    @ArchTest
    static final ArchRule STATIC_WORKER_IDS_KNOW_FILES_AS_WELL = classes()
            .that()
            .resideInAPackage("org.uidgenerator.worker")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.worker",
                    "org.uidgenerator.internal",
                    "org.uidgenerator.internal.background",
                    "org.uidgenerator.internal.file",
                    "org.uidgenerator",
                    "java..",
                    "jdk.jfr",
                    "org.jspecify.annotations");

    private static final String[] LEASES = {"org.uidgenerator.worker.lease", "org.uidgenerator.internal.lease.."};

    @ArchTest
    static final ArchRule THE_STORE_OF_LEASES_KNOWS_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage("org.uidgenerator.worker.lease.store")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.worker.lease.store", "org.uidgenerator", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule THE_LEASE_PROTOCOL_KNOWS_THE_WORKER_SPI_ONLY = classes()
            .that()
            .resideInAnyPackage(LEASES)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.worker.lease..",
                    "org.uidgenerator.worker",
                    "org.uidgenerator.internal..",
                    "org.uidgenerator",
                    "java..",
                    "jdk.jfr",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule THE_LEASE_PROTOCOL_KNOWS_NO_SQL = noClasses()
            .that()
            .resideInAnyPackage(LEASES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..");

    @ArchTest
    static final ArchRule SEGMENTS_KNOW_THE_ENGINE_AND_NO_WORKERS = classes()
            .that()
            .resideInAPackage("org.uidgenerator.segment")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.segment",
                    "org.uidgenerator.buffer",
                    "org.uidgenerator.internal..",
                    "org.uidgenerator.text",
                    "org.uidgenerator",
                    "java..",
                    "org.jspecify.annotations");

    @ArchTest
    static final ArchRule A_PERMUTATION_KNOWS_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage("org.uidgenerator.permutation")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.permutation", "org.uidgenerator", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule SIMPLEFLAKES_KNOW_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage("org.uidgenerator.simpleflake")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "org.uidgenerator.simpleflake", "org.uidgenerator", "java..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule TEXT_KNOWS_THE_VOCABULARY_ONLY = classes()
            .that()
            .resideInAPackage("org.uidgenerator.text")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.uidgenerator.text", "org.uidgenerator", "java..", "org.jspecify.annotations");
}
