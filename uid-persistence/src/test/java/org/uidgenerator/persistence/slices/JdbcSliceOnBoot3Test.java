package org.uidgenerator.persistence.slices;

import org.springframework.boot.test.autoconfigure.data.jdbc.DataJdbcTest;

@DataJdbcTest
class JdbcSliceOnBoot3Test extends JdbcSliceSuite {}
