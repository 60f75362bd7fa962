package org.uidgenerator.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** The installed core as a bundle, in a framework with nothing else but JCTools. */
class OsgiIT {
    private static final String VERSION = System.getProperty("project.version");
    private static final Path CORE = Path.of(
            System.getProperty("installed.repository"),
            "org/uidgenerator/uid-core/" + VERSION + "/uid-core-" + VERSION + ".jar");

    private final Locale before = Locale.getDefault();

    @TempDir
    Path storage;

    /** Felix writes the versions of Java that it offers in the default locale, and then fails to read Arabic digits. */
    @BeforeEach
    void takesALocaleThatFelixCanRead() {
        Locale.setDefault(Locale.ROOT);
    }

    @AfterEach
    void restoreTheLocale() {
        Locale.setDefault(before);
    }

    @Test
    void makesUidsInABundle() throws Exception {
        Framework framework =
                new FrameworkFactory().newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
        framework.start();
        try {
            List<Bundle> bundles = new ArrayList<>();
            for (URL jar : List.of(
                    MpscArrayQueue.class.getProtectionDomain().getCodeSource().getLocation(),
                    MpscVarHandleArrayQueue.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation(),
                    CORE.toUri().toURL())) {
                bundles.add(framework.getBundleContext().installBundle(jar.toString()));
            }
            for (Bundle bundle : bundles) {
                bundle.start();
            }
            Bundle core = bundles.get(2);

            assertThat(core.getSymbolicName()).isEqualTo("org.uidgenerator.uid-core");
            assertThat(core.getHeaders().get(Constants.EXPORT_PACKAGE))
                    .contains("org.uidgenerator.segment")
                    .doesNotContain("org.uidgenerator.internal.engine", "org.uidgenerator.internal");
            try (AutoCloseable generator = generator(core)) {
                assertThat(core.loadClass("org.uidgenerator.UidSource")
                                .getMethod("getUID")
                                .invoke(generator))
                        .asInstanceOf(InstanceOfAssertFactories.LONG)
                        .isPositive();
            }
        } finally {
            framework.stop();
            framework.waitForStop(0);
        }
    }

    private static AutoCloseable generator(Bundle core) throws ReflectiveOperationException {
        Object workerId = core.loadClass("org.uidgenerator.worker.StaticWorkerIdAssigner")
                .getMethod("of", long.class)
                .invoke(null, 7L);
        Class<?> generator = core.loadClass("org.uidgenerator.generator.CachedUidGenerator");
        Object builder = generator
                .getMethod("builder", core.loadClass("org.uidgenerator.worker.WorkerIdAssigner"))
                .invoke(null, workerId);
        return (AutoCloseable) builder.getClass().getMethod("build").invoke(builder);
    }
}
