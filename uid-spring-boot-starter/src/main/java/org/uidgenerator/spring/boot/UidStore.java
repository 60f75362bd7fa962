package org.uidgenerator.spring.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the bean that worker ids and counters come from, if there are several: a {@link javax.sql.DataSource}, a
 * Lettuce client, a {@code RedisConnectionFactory}, a {@code CuratorFramework}, or what else a {@link StoreProvider}
 * opens stores on; and the one of several {@code WorkerLeaseStore} beans. Without the mark it is the only one, or the
 * primary one, a {@code DataSource} before the others. If beans of several kinds are marked, {@code uid.worker.store}
 * must say which kind it is, and {@code uid.segments.store} that of the counters.
 */
@Documented
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface UidStore {}
