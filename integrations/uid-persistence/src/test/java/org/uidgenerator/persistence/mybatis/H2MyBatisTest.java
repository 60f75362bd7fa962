package org.uidgenerator.persistence.mybatis;

import java.util.UUID;

class H2MyBatisTest extends MyBatisSuite {
    @Override
    String newDatabaseUrl() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    @Override
    String driver() {
        return "org.h2.Driver";
    }
}
