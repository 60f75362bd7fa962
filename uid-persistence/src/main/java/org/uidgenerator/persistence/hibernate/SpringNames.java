package org.uidgenerator.persistence.hibernate;

import org.springframework.beans.factory.BeanFactory;

/** The names of Spring's beans. Spring creates this itself and passes its bean factory in. */
record SpringNames(BeanFactory beans) {
    boolean contain(String name) {
        return beans.containsBean(name);
    }
}
