package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.PropertyValue;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.support.ClassPathXmlApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.convert.ConversionService;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.util.StringUtils;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;

/** What can be set, how it is written, and what is said if it is wrong. Values are strings, as in XML. */
class PropertiesTest {
    private static final String CACHED = "CachedUidGeneratorFactoryBean";
    private static final String UNBUFFERED = "DefaultUidGeneratorFactoryBean";
    private static final String ASSIGNER = "DisposableWorkerIdAssignerFactoryBean";

    private final GenericApplicationContext context = new GenericApplicationContext();

    private void define(String factoryBean, Map<String, ?> properties) throws ClassNotFoundException {
        BeanDefinitionBuilder definition =
                BeanDefinitionBuilder.rootBeanDefinition(Class.forName("org.uidgenerator.spring." + factoryBean));
        properties.forEach(definition::addPropertyValue);
        context.registerBeanDefinition("tested", definition.getBeanDefinition());
    }

    private void defineAssigner(String name) {
        context.registerBean(name, NumberedAssigner.class, NumberedAssigner::new);
    }

    private void assertRefuses(String message) {
        Throwable failure = catchThrowable(context::refresh);
        assertThat(failure).isInstanceOf(BeanCreationException.class).hasMessageContaining("'tested'");
        assertThat(failure.getCause()).hasMessage(message);
    }

    // ---- all of them

    @ParameterizedTest
    @ValueSource(classes = {CachedUidGenerator.class, DefaultUidGenerator.class})
    void namesTheFactoryBeanWhereTheGeneratorItselfIsTheClassOfABean(Class<?> generator) {
        GenericApplicationContext context = new GenericApplicationContext();
        context.registerBeanDefinition("uids", new RootBeanDefinition(generator));

        assertThatThrownBy(context::refresh)
                .hasRootCauseMessage(String.format(
                        Locale.ROOT,
                        "%s is made by its builder; in Spring XML the class of the bean is org.uidgenerator.spring.%sFactoryBean",
                        generator.getSimpleName(),
                        generator.getSimpleName()));
    }

    @Test
    void startsFromTheLayoutOfAnotherSystemAndDividesTheWorkerId() {
        try (ClassPathXmlApplicationContext xml =
                new ClassPathXmlApplicationContext("every-property.xml", getClass())) {
            UidGenerator generator = xml.getBean("divided", UidGenerator.class);

            assertThat(generator.layout())
                    .hasToString("39/6+10/8 bits of PT0.01S from 2026-02-03T00:00:00Z")
                    .isEqualTo(LayoutPreset.SONYFLAKE.layout().toBuilder()
                            .epochStr("2026-02-03")
                            .dataCenterBits(6)
                            .fieldOrder(FieldOrder.TIME_WORKER_SEQUENCE)
                            .build());
            assertThat(generator.decode(generator.getUID()).dataCenterId()).isEqualTo(63);
            generator.getUIDs(new long[1_000]); // borrowed: the clock stands still, and no caller may wait
        }
    }

    @Test
    void everyPropertyOfACachedGeneratorArrives() throws Exception {
        try (ClassPathXmlApplicationContext xml =
                new ClassPathXmlApplicationContext("every-property.xml", getClass())) {
            CachedUidGenerator generator = xml.getBean("cached", CachedUidGenerator.class);

            assertThat(generator.layout())
                    .isEqualTo(UidLayout.builder()
                            .timeBits(38)
                            .workerBits(14)
                            .seqBits(11)
                            .epochStr("2026-02-03")
                            .tick(Duration.ofMillis(100))
                            .build());
            assertThat(generator.toString()).startsWith("orders (").endsWith(" of 8 blocks)");
            assertThat(xml.getBean(RememberingThreadFactory.class).threads)
                    .extracting(Thread::getName)
                    .containsExactly("orders-padder");

            long previous = generator.getUID();
            assertThat(generator.decode(previous).time()).isEqualTo(Instant.parse("2026-11-21T10:30:15Z"));
            for (int i = 0; i < 8; i++) { // the ordering is STRICT: also among threads
                long next = inAnotherThread(generator);
                assertThat(next).isGreaterThan(previous);
                previous = next;
            }

            assertThat(timeOfLastUid(generator)).isEqualTo(Instant.parse("2026-11-21T10:30:16Z"));
            assertThat(xml.getBean(CountingPutHandler.class).rejected).hasValueGreaterThan(0);
            assertThat(xml.getBean(FailingTakeHandler.class).rejected).hasValueGreaterThan(0);
        }
    }

    private static long inAnotherThread(UidGenerator generator) throws InterruptedException {
        CompletableFuture<Long> uid = new CompletableFuture<>();
        Thread thread = new Thread(() -> uid.complete(generator.getUID()));
        thread.start();
        thread.join();
        return uid.getNow(-1L);
    }

    /** Gives the time in the last UID before the generator may borrow no further, with a clock that stands still. */
    private static Instant timeOfLastUid(UidGenerator generator) {
        Instant last = Instant.MIN;
        int refusals = 0;
        while (refusals < 2) { // at the first one, the padder may just have put the last blocks into the ring
            try {
                last = generator.decode(generator.getUID()).time();
            } catch (UidGenerateException e) {
                refusals += e.getMessage().contains("maxBorrow allows no later tick now") ? 1 : 0;
            }
        }
        return last;
    }

    @Test
    void everyPropertyOfAnUnbufferedGeneratorArrives() {
        try (ClassPathXmlApplicationContext xml =
                new ClassPathXmlApplicationContext("every-property.xml", getClass())) {
            DefaultUidGenerator generator = xml.getBean("unbuffered", DefaultUidGenerator.class);

            assertThat(generator).hasToString("invoices (38/14/11 bits of PT0.1S from 2026-02-02T16:00:00Z)");
            assertThat(generator.decode(generator.getUID()).time()).isEqualTo(Instant.parse("2026-11-21T10:30:15Z"));
            assertThatThrownBy(() -> generator.getUIDs(new long[2_049])) // more than a tick has, and maxWait is not 5 s
                    .hasMessageMatching("invoices has no UID after waiting for \\d{1,3} ms: .*");
        }
    }

    @Test
    void everyOptionOfTheBuildersIsAProperty() {
        assertThat(propertiesOf(CachedUidGeneratorFactoryBean.class))
                .containsAll(optionsOf(CachedUidGenerator.Builder.class))
                .containsAll(optionsOf(UidLayout.Builder.class));
        assertThat(propertiesOf(DefaultUidGeneratorFactoryBean.class))
                .containsAll(optionsOf(DefaultUidGenerator.Builder.class))
                .containsAll(optionsOf(UidLayout.Builder.class));
        assertThat(propertiesOf(DisposableWorkerIdAssignerFactoryBean.class))
                .containsAll(optionsOf(DisposableWorkerIdAssigner.Builder.class));
    }

    private static List<String> optionsOf(Class<?> builder) {
        return publicMethods(builder)
                .filter(method -> method.getReturnType().isAssignableFrom(builder))
                .map(Method::getName)
                .filter(option -> !option.equals("epoch")) // epochStr reads instants as well
                .toList();
    }

    private static List<String> propertiesOf(Class<?> factoryBean) {
        return publicMethods(factoryBean)
                .map(Method::getName)
                .filter(name -> name.startsWith("set"))
                .map(name -> StringUtils.uncapitalize(name.substring(3)))
                .toList();
    }

    private static Stream<Method> publicMethods(Class<?> type) {
        return Arrays.stream(type.getMethods());
    }

    // ---- wrong values

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            timeBits         | 32    | timeBits + workerBits + seqBits must be 63: 32 + 14 + 18 = 64
            timeBits         | -1    | timeBits must be in [1, 61]: timeBits=-1
            workerBits       | 41    | workerBits must be in [0, 40]: workerBits=41
            seqBits          | 41    | seqBits must be in [1, 40]: seqBits=41
            epochStr         | today | epochStr must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ: epochStr=today
            layout           | 31/19 | layout must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: layout=31/19
            tick             | 48h   | tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT48H
            tick             | long  | tick must be a duration such as PT24H, 24h or 2s: tick=long
            boostPower       | 13    | boostPower must be in [0, 12]: boostPower=13
            paddingFactor    | 100   | paddingFactor must be in [1, 99] (percent): paddingFactor=100
            scheduleInterval | -1    | scheduleInterval must be positive: scheduleInterval=PT-1S
            maxBorrow        | -1s   | maxBorrow must be in [PT0S, PT8760000H]: maxBorrow=PT-1S
            maxBorrow        | 5     | maxBorrow must be a duration such as PT24H, 24h or 2s: maxBorrow=5
            maxBorrow        | far   | maxBorrow must be a duration such as PT24H, 24h or 2s: maxBorrow=far
            maxStaleness     | 1s    | maxStaleness must be in [PT2S, PT8760000H] (at least two ticks of PT1S and 100 ms): maxStaleness=PT1S
            maxStaleness     | old   | maxStaleness must be a duration such as PT24H, 24h or 2s: maxStaleness=old
            maxWorkerIds     | 0     | maxWorkerIds must be in [1, 1024] (workerBits=14): maxWorkerIds=0
            name             | ' '   | name must not be blank: name=" "
            """)
    void refusesWrongValuesOfACachedGenerator(String property, String value, String message) throws Exception {
        defineAssigner("assigner");
        define(CACHED, Map.of(property, value));

        assertRefuses(message);
        assertThat(context.isActive()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            seqBits   | 19   | timeBits + workerBits + seqBits must be 63: 31 + 14 + 19 = 64
            maxBorrow | -1s  | maxBorrow must be in [PT0S, PT8760000H]: maxBorrow=PT-1S
            maxBorrow | far  | maxBorrow must be a duration such as PT24H, 24h or 2s: maxBorrow=far
            maxWait   | -1s  | maxWait must not be negative: maxWait=PT-1S
            maxWait   | long | maxWait must be a duration such as PT24H, 24h or 2s: maxWait=long
            name      | ''   | name must not be blank: name=""
            """)
    void refusesWrongValuesOfAnUnbufferedGenerator(String property, String value, String message) throws Exception {
        defineAssigner("assigner");
        define(UNBUFFERED, Map.of(property, value));

        assertRefuses(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1;DROP", "a.b.c"})
    void refusesTablesOfAnAssignerThatAreNoPlainIdentifiers(String tableName) throws Exception {
        context.registerBean("dataSource", DataSource.class, NeverAsked::new);
        define(ASSIGNER, Map.of("tableName", tableName));

        assertRefuses(
                "tableName must be a plain SQL identifier ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one:"
                        + " tableName=" + tableName);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rejectedPutBufferHandler",
                "rejectedTakeBufferHandler",
                "ordering",
                "name",
                "clock",
                "threadFactory"
            })
    void refusesNullNamingTheProperty(String property) throws Exception {
        defineAssigner("assigner");
        define(CACHED, Map.of());
        context.getBeanDefinition("tested").getPropertyValues().addPropertyValue(new PropertyValue(property, null));

        assertRefuses(property);
    }

    @Test
    void takesNoWorkerIdWhenAPropertyIsWrong() throws Exception {
        NumberedAssigner assigner = new NumberedAssigner();
        define(CACHED, Map.of("workerIdAssigner", assigner, "boostPower", "13"));

        assertRefuses("boostPower must be in [0, 12]: boostPower=13");
        assertThat(assigner.given).hasValue(0);
    }

    // ---- the layout as a text

    @Test
    void startsFromALayoutAsText() throws Exception {
        defineAssigner("assigner");
        define(CACHED, Map.of("layout", "32/8/13 bits of PT0.1S from 2026-02-03T00:00:00Z", "tick", "50ms"));
        context.refresh();
        try (context) {
            assertThat(context.getBean("tested", UidGenerator.class).layout())
                    .hasToString("32/8/13 bits of PT0.05S from 2026-02-03T00:00:00Z");
        }
    }

    @Test
    void startsFromATextOrFromAPresetNotFromBoth() throws Exception {
        defineAssigner("assigner");
        define(CACHED, Map.of("layout", "31/16/16", "preset", "TWITTER"));

        assertRefuses("preset and layout must not both be set: preset=TWITTER, layout=31/16/16");
    }

    // ---- durations

    @ParameterizedTest
    @ValueSource(strings = {"PT48H", "48h", "2d", "1d 24h", "172800s", "172800000ms"})
    void readsDurationsInEveryStyleOfSpring(String text) throws Exception {
        defineAssigner("assigner");
        define(CACHED, Map.of("tick", text));

        assertRefuses("tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT48H");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT48H", "48h", "2d"})
    void readsDurationsWithAConversionServiceAsWell(String text) throws Exception {
        context.registerBean(
                "conversionService", ConversionService.class, () -> new DefaultFormattingConversionService());
        defineAssigner("assigner");
        define(CACHED, Map.of("tick", text));

        assertRefuses("tick must be whole milliseconds in [PT0.001S, PT24H]: tick=PT48H");
    }

    @ParameterizedTest
    @CsvSource({
        CACHED + ",tick",
        CACHED + ",maxBorrow",
        CACHED + ",maxStaleness",
        UNBUFFERED + ",maxBorrow",
        UNBUFFERED + ",maxWait"
    })
    void takesDurationObjectsToo(String factoryBean, String property) throws Exception {
        defineAssigner("assigner");
        define(factoryBean, Map.of(property, Duration.ofSeconds(-7)));

        Throwable failure = catchThrowable(context::refresh);
        assertThat(failure).rootCause().hasMessageEndingWith(property + "=PT-7S");
    }

    // ---- what is not set

    @ParameterizedTest
    @ValueSource(strings = {CACHED, UNBUFFERED})
    void takesTheDefaultsTheBeanNameAndTheOnlyAssigner(String factoryBean) throws Exception {
        defineAssigner("assigner");
        define(factoryBean, Map.of());
        try (context) {
            context.refresh();

            UidGenerator generator = context.getBean("tested", UidGenerator.class);
            assertThat(generator.layout()).isEqualTo(UidLayout.DEFAULT);
            assertThat(generator.toString()).startsWith("tested (");
            assertThat(generator.decode(generator.getUID()).workerId()).isEqualTo(1);
        }
    }

    @Test
    void takesThePrimaryAssigner() throws Exception {
        defineAssigner("assigner");
        context.registerBean(
                "other", NumberedAssigner.class, NumberedAssigner::new, definition -> definition.setPrimary(true));
        define(CACHED, Map.of());
        try (context) {
            context.refresh();

            assertThat(context.getBean("assigner", NumberedAssigner.class).given)
                    .hasValue(0);
            assertThat(context.getBean("other", NumberedAssigner.class).given).hasValue(1);
        }
    }

    @Test
    void takesTheAssignerNamedAsTheProperty() throws Exception {
        defineAssigner("assigner");
        defineAssigner("workerIdAssigner");
        define(CACHED, Map.of());
        try (context) {
            context.refresh();

            assertThat(context.getBean("assigner", NumberedAssigner.class).given)
                    .hasValue(0);
            assertThat(context.getBean("workerIdAssigner", NumberedAssigner.class).given)
                    .hasValue(1);
            assertThat(context.getDefaultListableBeanFactory().getDependenciesForBean("tested"))
                    .contains("workerIdAssigner");
        }
    }

    @Test
    void prefersThePrimaryAssignerToTheOneNamedAsTheProperty() throws Exception {
        defineAssigner("workerIdAssigner");
        context.registerBean(
                "other", NumberedAssigner.class, NumberedAssigner::new, definition -> definition.setPrimary(true));
        define(CACHED, Map.of());
        try (context) {
            context.refresh();

            assertThat(context.getBean("other", NumberedAssigner.class).given).hasValue(1);
        }
    }

    @Test
    void takesTheAssignerOfAParentContext() throws Exception {
        try (GenericApplicationContext parent = new GenericApplicationContext();
                context) {
            parent.registerBean("assigner", WorkerIdAssigner.class, NumberedAssigner::new);
            parent.refresh();
            context.setParent(parent);
            define(CACHED, Map.of());
            context.refresh();

            assertThat(parent.getBean(NumberedAssigner.class).given).hasValue(1);
        }
    }

    @Test
    void asksForAnAssignerIfThereIsNone() throws Exception {
        define(CACHED, Map.of());

        assertRefuses("workerIdAssigner must be set unless the context has exactly one WorkerIdAssigner bean,"
                + " a primary one or one of that name: found []");
    }

    @Test
    void asksForOneOfSeveralAssigners() throws Exception {
        defineAssigner("one");
        defineAssigner("two");
        define(UNBUFFERED, Map.of());

        assertRefuses("workerIdAssigner must be set unless the context has exactly one WorkerIdAssigner bean,"
                + " a primary one or one of that name: found [one, two]");
    }

    @Test
    void asksForADataSourceIfThereIsNone() throws Exception {
        define(ASSIGNER, Map.of());

        assertRefuses("dataSource must be set unless the context has exactly one DataSource bean,"
                + " a primary one or one of that name: found []");
    }

    @Test
    void asksForOneOfSeveralDataSources() throws Exception {
        context.registerBean("one", DataSource.class, NeverAsked::new);
        context.registerBean("two", DataSource.class, NeverAsked::new);
        define(ASSIGNER, Map.of());

        assertRefuses("dataSource must be set unless the context has exactly one DataSource bean,"
                + " a primary one or one of that name: found [one, two]");
    }

    @Test
    void takesAnAssignerOutsideOfAContextWhereItMustBeSet() {
        CachedUidGeneratorFactoryBean factoryBean = new CachedUidGeneratorFactoryBean();
        assertThatThrownBy(factoryBean::afterPropertiesSet)
                .hasMessage("workerIdAssigner must be set outside of a Spring context");
        assertThat(factoryBean.getObject()).isNull();
        factoryBean.destroy();

        factoryBean.setWorkerIdAssigner(new NumberedAssigner());
        factoryBean.afterPropertiesSet();
        assertThat(factoryBean.getObject()).asString().startsWith("uid-generator (");
        factoryBean.destroy();
    }
}
