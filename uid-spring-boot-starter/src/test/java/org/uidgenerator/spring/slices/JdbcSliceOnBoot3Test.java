package org.uidgenerator.spring.slices;

import org.springframework.boot.test.autoconfigure.data.jdbc.DataJdbcTest;

@DataJdbcTest
class JdbcSliceOnBoot3Test extends JdbcSliceSuite {}
