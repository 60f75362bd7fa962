package org.uidgenerator.persistence.hibernate;

import org.springframework.beans.factory.BeanFactory;

/** The beans of Spring, by their names. Spring creates this itself and passes its bean factory in. */
record SpringNames(BeanFactory beans) {}
