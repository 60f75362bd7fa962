package org.uidgenerator.spring.slices;

import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;

@DataJdbcTest
class JdbcSliceOnBoot4Test extends JdbcSliceSuite {}
