package org.uidgenerator.persistence.hibernate;

import java.util.UUID;

class H2HibernateTest extends HibernateSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:" + UUID.randomUUID();
    }
}
