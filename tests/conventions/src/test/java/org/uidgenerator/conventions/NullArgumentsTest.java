package org.uidgenerator.conventions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every public constructor, factory and builder method refuses null for each parameter that is not {@link Nullable},
 * and says its name. Classes of Spring's beans, the starter and the programs are not looked at, because their callers
 * are Spring and a shell. Exceptions take any message: a refusal would hide the failure that they report.
 */
class NullArgumentsTest {
    private static final String NOT_LOOKED_AT =
            "org\\.uidgenerator\\.(spring|cli|server|testing)(\\..*)?|.*\\.internal(\\..*)?";

    /** A call with null for one parameter and samples for the others. */
    private record NullArgument(Executable called, int index) {
        Parameter parameter() {
            return called.getParameters()[index];
        }

        boolean mustBeRefused() {
            return !parameter().getType().isPrimitive()
                    && !parameter().getAnnotatedType().isAnnotationPresent(Nullable.class);
        }

        void call() throws Throwable {
            Object[] arguments = IntStream.range(0, called.getParameterCount())
                    .mapToObj(i -> i == index ? null : Samples.of(called.getParameterTypes()[i]))
                    .toArray();
            try {
                if (called instanceof Constructor<?> constructor) {
                    constructor.newInstance(arguments);
                } else {
                    Method method = (Method) called;
                    method.invoke(isStatic(method) ? null : Samples.of(method.getDeclaringClass()), arguments);
                }
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        /** Names the call and the parameter, as in {@code Crew.of(String, Duration) pause}. */
        @Override
        public String toString() {
            return Stream.of(called.getParameterTypes())
                    .map(Class::getSimpleName)
                    .collect(Collectors.joining(
                            ", ", calledName() + "(", ") " + parameter().getName()));
        }

        private String calledName() {
            String type = called.getDeclaringClass().getName().replaceFirst(".*\\.", "");
            return called instanceof Method ? type + "." + called.getName() : "new " + type;
        }
    }

    static List<NullArgument> nullArguments() {
        return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("org.uidgenerator")
                        .stream()
                        .filter(type -> !type.getPackageName().matches(NOT_LOOKED_AT))
                        .<Class<?>>map(JavaClass::reflect)
                        .filter(type -> isPublic(type) && !type.isAnnotation())
                        .filter(type -> !Throwable.class.isAssignableFrom(type))
                        .flatMap(NullArgumentsTest::calls)
                        .flatMap(called -> IntStream.range(0, called.getParameterCount())
                                .mapToObj(index -> new NullArgument(called, index)))
                        .filter(NullArgument::mustBeRefused)
                        .toList();
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    private static Stream<Executable> calls(Class<?> type) {
        Stream<Constructor<?>> constructors =
                Modifier.isAbstract(type.getModifiers()) ? Stream.empty() : Stream.of(type.getConstructors());
        Stream<Method> methods = Stream.of(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> isStatic(method) ? !isOfTheCompiler(method) : isChained(method));
        return Stream.concat(constructors, methods);
    }

    private static boolean isStatic(Method method) {
        return Modifier.isStatic(method.getModifiers());
    }

    private static boolean isOfTheCompiler(Method method) {
        return method.getDeclaringClass().isEnum() && method.getName().equals("valueOf");
    }

    /** Builders return themselves, values another one like themselves. */
    private static boolean isChained(Method method) {
        Class<?> type = method.getDeclaringClass();
        return !type.isInterface()
                && method.getReturnType() != Object.class
                && method.getReturnType().isAssignableFrom(type);
    }

    @ParameterizedTest
    @MethodSource("nullArguments")
    void isRefused(NullArgument argument) {
        assertThat(catchThrowable(argument::call))
                .as("%s", argument)
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage(argument.parameter().getName());
    }

    @Test
    void looksAtEveryModule() {
        assertThat(nullArguments().stream()
                        .map(argument -> argument.called().getDeclaringClass().getPackageName())
                        .distinct())
                .contains(
                        "org.uidgenerator",
                        "org.uidgenerator.client",
                        "org.uidgenerator.etcd",
                        "org.uidgenerator.dynamodb",
                        "org.uidgenerator.jackson",
                        "org.uidgenerator.jdbc",
                        "org.uidgenerator.opentelemetry",
                        "org.uidgenerator.persistence.jdbc",
                        "org.uidgenerator.redis",
                        "org.uidgenerator.segment.db",
                        "org.uidgenerator.test",
                        "org.uidgenerator.worker.db",
                        "org.uidgenerator.zookeeper");
    }
}
