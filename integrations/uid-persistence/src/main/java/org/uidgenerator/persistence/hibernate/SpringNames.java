package org.uidgenerator.persistence.hibernate;

import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/** The names of Spring's beans. Spring creates this itself and passes its bean factory in. */
record SpringNames(BeanFactory beans) {
    boolean contain(String name) {
        return beans.containsBean(name);
    }

    /** Returns the beans of a type, as far as they are known without making them. */
    List<String> ofType(Class<?> type) {
        return beans instanceof ListableBeanFactory listable
                ? List.of(listable.getBeanNamesForType(type, true, false))
                : List.of();
    }
}
