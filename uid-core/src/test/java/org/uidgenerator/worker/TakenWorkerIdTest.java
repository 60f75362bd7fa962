package org.uidgenerator.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.DefaultUidGenerator;

/** What is known of a worker id in the whole JVM. */
class TakenWorkerIdTest {
    private static final String PROPERTY =
            "org.uidgenerator.worker/taken-worker-ids/7/31/14/18 bits of PT1S from 2026-01-01T00:00:00Z";

    private static final String BY_THE_OTHER_ONE =
            "worker id 7 of namespace taken-worker-ids belongs to generator other of this JVM until that one is closed or suspended: do that first,"
                    + " or give this one another workerId, or another namespace if UIDs of the two may be equal";

    private final LeaseRequest request = LeaseRequest.of(UidLayout.DEFAULT).withName("other");

    /** An application with a class loader of its own: it and the test have only types of the JDK in common. */
    public static final class OtherApplication implements LongSupplier, AutoCloseable {
        private final UidGenerator uids = generator("other");

        @Override
        public long getAsLong() {
            return uids.getUID();
        }

        @Override
        public void close() {
            uids.close();
        }
    }

    private static UidGenerator generator(String name) {
        return DefaultUidGenerator.builder(assigner()).name(name).build();
    }

    private static StaticWorkerIdAssigner assigner() {
        return StaticWorkerIdAssigner.of(7).withNamespace("taken-worker-ids");
    }

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void isKnownToOtherClassLoaders() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Class<?> application = loader.loadClass(OtherApplication.class.getName());
            assertThat(application).isNotSameAs(OtherApplication.class);
            long last;
            try (AutoCloseable other =
                    (AutoCloseable) application.getConstructor().newInstance()) {
                last = ((LongSupplier) other).getAsLong();
                assertThatThrownBy(() -> generator("this"))
                        .isExactlyInstanceOf(UidGenerateException.class)
                        .hasMessage(BY_THE_OTHER_ONE);
            }
            try (UidGenerator here = generator("here")) {
                assertThat(UidLayout.DEFAULT.tickOf(here.getUID())).isGreaterThan(UidLayout.DEFAULT.tickOf(last));
                assertThatThrownBy(() -> application.getConstructor().newInstance())
                        .hasRootCauseMessage(BY_THE_OTHER_ONE.replace("generator other", "generator here"))
                        .rootCause()
                        .hasToString(UidGenerateException.class.getName() + ": "
                                + BY_THE_OTHER_ONE.replace("generator other", "generator here"))
                        .isNotInstanceOf(UidGenerateException.class);
            }
        }
    }

    private static URL[] classPath() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(TakenWorkerIdTest::url)
                .toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return new File(entry).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }

    /** Another version of this module may be in the same JVM. */
    @Test
    void isWrittenInAFormThatNeverChanges() throws IOException {
        WorkerLease first = assigner().assignWorkerId(request);
        assertThat(System.getProperty(PROPERTY)).isEqualTo("1 taken other");
        first.release(1_999_999_999);
        assertThat(System.getProperty(PROPERTY)).isEqualTo("1 free 1999999999");
        assigner().assignWorkerId(request.withName("next"));
        assertThat(System.getProperty(PROPERTY)).isEqualTo("2 taken next");

        System.getProperties().store(new ByteArrayOutputStream(), null); // fails for values that are no text
    }

    @Test
    void isReadInTheFormThatNeverChanges() {
        System.setProperty(PROPERTY, "9 taken other");
        assertThatThrownBy(() -> assigner().assignWorkerId(request)).hasMessage(BY_THE_OTHER_ONE);

        System.setProperty(PROPERTY, "9 free 1999999999");
        assertThat(assigner().assignWorkerId(request).firstTick()).isEqualTo(2_000_000_000);
    }

    @Test
    void startsAnewWhenWhatWasKnownWasRemoved() {
        WorkerLease forgotten = assigner().assignWorkerId(request);
        System.clearProperty(PROPERTY);

        forgotten.release(forgotten.firstTick());

        assertThat(System.getProperty(PROPERTY)).isNull();
        assertThat(assigner().assignWorkerId(request).workerId()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "taken", "x taken other", "1 free", "1 free -2", "1 lost 7"})
    void refusesWhatOthersHaveWrittenThere(String value) {
        System.setProperty(PROPERTY, value);

        assertThatThrownBy(() -> assigner().assignWorkerId(request))
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessage("the system property \"" + PROPERTY + "\" must not be changed by others: " + value);
    }
}
