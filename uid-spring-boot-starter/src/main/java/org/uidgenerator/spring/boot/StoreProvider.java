package org.uidgenerator.spring.boot;

import java.util.List;
import java.util.Optional;
import org.uidgenerator.OptionText;

/**
 * A kind of store that the starter can open: how properties and messages name it, which beans it is opened on, and what
 * can be set. The starter knows nothing else of it, so a store of an application is at home in {@code application.yaml}
 * like those on JDBC, Redis, ZooKeeper and DynamoDB, which are such providers too.
 *
 * <p>A provider implements {@link LeaseStoreProvider} or {@link SegmentStoreProvider}, has a constructor without
 * parameters, and is named in {@code META-INF/spring.factories} of its jar:
 *
 * <pre>{@code
 * org.uidgenerator.spring.boot.LeaseStoreProvider=com.example.ConsulLeases
 * }</pre>
 *
 * <p>It is made whenever the starter looks which kinds there are, even if no store is opened, so it holds nothing and
 * refers to no class that may be absent except in {@code open} and {@link #advice}, which are for a kind whose
 * {@linkplain #storeType class of stores} is there.
 *
 * @param <P> the properties that only this kind has
 */
public interface StoreProvider<P> {
    /**
     * Returns the name of the kind.
     *
     * @return the value of {@code uid.worker.store} or {@code uid.segments.store} that chooses it, and what its own
     *     properties begin with below {@code uid.worker} or {@code uid.segments}: small letters, digits and dashes,
     *     such as {@code redis}
     */
    String name();

    /** {@return the name of the class of the stores; if there is none of that name, the kind cannot be used} */
    String storeType();

    /**
     * {@return group and artifact of the class of the stores, for messages, such as {@code org.uidgenerator:uid-redis}}
     */
    String module();

    /**
     * Returns what it opens a store on. If the properties name no kind, it is the one for which there are beans. For
     * that, an auto-configuration that defines such a bean is one before {@code UidWorkerAutoConfiguration}.
     *
     * @return the names of the types of beans, such as {@code javax.sql.DataSource}; those of which there is no class
     *     are passed over. Empty for a kind that needs no bean. It is chosen if the properties name it, and only then
     */
    List<String> beanTypes();

    /**
     * Returns what can be set. Names are checked against it, what an {@link org.uidgenerator.OptionException} says of
     * an option is said of the property of that name, and IDEs learn of it by its annotation.
     *
     * @return a record that is bound by its constructor; annotated with {@code @ConfigurationProperties}, whose prefix
     *     is {@code uid.worker.} or {@code uid.segments.} and then the {@linkplain #name name}
     */
    Class<P> properties();

    /**
     * Returns how to come to this kind, for an application that has no store yet.
     *
     * @return one or two sentences, such as {@code Add a Redis client and the module uid-redis.}
     */
    String remedy();

    /**
     * Returns what a failure does not say itself, such as where addresses and passwords are set. It is known by its
     * type and by what it carries, as an SQLState, because a message is for people.
     *
     * @param failure why there is no UID or number, and then each of its causes, until one has an advice
     * @return one or more sentences, or empty if there is nothing to add, the default; a property in braces, such as
     *     <code>{spring.datasource.url}</code>, is shown with its value
     */
    default Optional<OptionText> advice(Throwable failure) {
        return Optional.empty();
    }
}
