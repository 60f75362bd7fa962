package org.uidgenerator.test;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidSource;

/**
 * Hands a {@linkplain TestUidGenerator#numbered numbered} generator and a {@link SettableClock} to tests that name them
 * as parameters, in test methods, in {@code @BeforeEach} methods and in constructors.
 *
 * <pre>{@code
 * @ExtendWith(UidExtension.class)
 * class OrdersTest {
 *     @Test
 *     void numbersOrders(TestUidGenerator uids, SettableClock clock) {
 *         assertThat(new Orders(uids, clock).place("Ada").id()).isEqualTo(1);
 *     }
 * }
 * }</pre>
 *
 * <p>All parameters of a test get the same two, and each test finds them as new: the UIDs begin with 1, and the clock
 * shows {@link #START}. Parameters may be of type {@link TestUidGenerator}, {@link UidGenerator}, {@link UidSource} and
 * {@link SettableClock}.
 */
public final class UidExtension implements ParameterResolver, AfterEachCallback {
    /** What the clock shows when a test begins: 2030-01-01, midnight in UTC. */
    public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private static final Namespace NAMESPACE = Namespace.create(UidExtension.class);
    private static final Set<Class<?>> GENERATORS = Set.of(TestUidGenerator.class, UidGenerator.class, UidSource.class);

    /** The objects that a test gets. */
    private record Kit(TestUidGenerator uids, SettableClock clock) {
        Kit() {
            this(TestUidGenerator.numbered(), SettableClock.at(START));
        }

        void reset() {
            uids.reset();
            clock.set(START);
        }
    }

    /** Made by JUnit. */
    public UidExtension() {}

    /** Returns that a constructor's parameters are those of the test for which the object is made. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type == SettableClock.class || GENERATORS.contains(type);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        Kit kit = test.getStore(NAMESPACE).getOrComputeIfAbsent(Kit.class, key -> new Kit(), Kit.class);
        return parameter.getParameter().getType() == SettableClock.class ? kit.clock() : kit.uids();
    }

    /** Resets what tests share because a {@code @BeforeAll} method or an object for all tests has got it. */
    @Override
    public void afterEach(ExtensionContext test) {
        Kit kit = test.getStore(NAMESPACE).get(Kit.class, Kit.class);
        if (kit != null) {
            kit.reset();
        }
    }
}
