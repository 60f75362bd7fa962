package org.uidgenerator.server.store;

import java.net.InetAddress;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.segment.db.JdbcSegmentStore;
import org.uidgenerator.server.SettingException;
import org.uidgenerator.server.access.ServerProperties;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;
import org.uidgenerator.worker.db.JdbcLeaseStore;

/**
 * Refuses an embedded database if there may be other instances. Each of them would have a database of its own, take
 * worker id 0 from it, and hand out the ids that the others hand out. Looks at properties and definitions of beans, so
 * that a server that is refused has neither made a database nor leased a worker id.
 */
@Component
final class SharedStoreRule implements BeanFactoryPostProcessor {
    /**
     * Checks the rule.
     *
     * @throws SettingException if it is broken
     */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        Binder binder = Binder.get(beans.getBean(Environment.class));
        ServerProperties server = binder.bindOrCreate("uid.server", ServerProperties.class);
        InetAddress address = binder.bind("server.address", InetAddress.class).orElse(null);
        String url = url(binder);
        if (!server.singleInstance() && mayHaveOthers(server, address) && isEmbedded(url) && hasTables(beans)) {
            throw new SettingException(String.format(
                    Locale.ROOT,
                    "the database must not be embedded in a server that listens on more than the loopback interface or runs"
                            + " in its image, because another instance would hand out the same ids:"
                            + " spring.datasource.url=%s, server.address=%s%s; set spring.datasource.url to a database that"
                            + " all instances share, or uid.server.single-instance=true if there is no other instance",
                    withoutOptions(url),
                    address == null ? "" : address.getHostAddress(),
                    server.image() ? ", uid.server.image=true" : ""));
        }
    }

    private static boolean mayHaveOthers(ServerProperties server, @Nullable InetAddress address) {
        return server.image() || address == null || !address.isLoopbackAddress();
    }

    /** Returns the address that the pool takes: its own, if it has one. */
    private static String url(Binder binder) {
        return binder.bind("spring.datasource.hikari.jdbc-url", String.class)
                .orElseGet(
                        () -> binder.bind("spring.datasource.url", String.class).orElse(""));
    }

    private static boolean isEmbedded(String url) {
        return Stream.of(SqlDialect.H2, SqlDialect.HSQLDB, SqlDialect.DERBY, SqlDialect.SQLITE)
                .anyMatch(dialect -> dialect.isEmbedded(url));
    }

    /** Returns whether worker ids or counters come from the database. All may be in Redis, for example. */
    private static boolean hasTables(ConfigurableListableBeanFactory beans) {
        return Stream.of(JdbcLeaseStore.class, DisposableWorkerIdAssigner.class, JdbcSegmentStore.class)
                .anyMatch(type -> beans.getBeanNamesForType(type, true, false).length > 0);
    }

    /** Options may be passwords. */
    private static String withoutOptions(String url) {
        return url.replaceFirst("[;?].*", "");
    }
}
