package org.uidgenerator.spring.boot;

import org.springframework.beans.factory.BeanFactory;

/**
 * The bean and the settings that a {@link StoreProvider} opens a store with, for the one call.
 *
 * @param <P> the properties that only this kind of store has
 */
public interface StoreRequest<P> {
    /**
     * Returns what to open the store on: the bean marked with {@link UidStore}, or else the only or primary one. It
     * outlives the store.
     *
     * @return a bean of one of {@link StoreProvider#beanTypes}
     * @throws IllegalStateException if these are empty
     */
    Object bean();

    /** {@return what is set: for the generator that the store is for, else for all, else the defaults} */
    P properties();

    /** {@return the bean factory, which has other beans, such as one that describes the database} */
    BeanFactory beanFactory();

    /**
     * Keeps what the store needs until the store is closed, such as a client that was made for it. It is closed also if
     * the store cannot be opened after all.
     *
     * @param resource what to close
     */
    void closeAfterStore(AutoCloseable resource);
}
