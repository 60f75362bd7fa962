package org.uidgenerator.spring.boot.internal.stores;

import java.util.List;
import org.uidgenerator.spring.boot.StoreProvider;

/**
 * A kind of store that the starter brings. Its classes may be absent, so they are named.
 *
 * @param <P> the properties that only this kind has
 */
public abstract class BuiltInStore<P> implements StoreProvider<P> {
    private final String name;
    private final String module;
    private final String storeType;
    private final List<String> beanTypes;
    private final Class<P> properties;
    private final String remedy;

    protected BuiltInStore(
            String name, String module, String storeType, List<String> beanTypes, Class<P> properties, String remedy) {
        this.name = name;
        this.module = module;
        this.storeType = storeType;
        this.beanTypes = beanTypes;
        this.properties = properties;
        this.remedy = remedy;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String module() {
        return module;
    }

    @Override
    public String storeType() {
        return storeType;
    }

    @Override
    public List<String> beanTypes() {
        return beanTypes;
    }

    @Override
    public Class<P> properties() {
        return properties;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}
