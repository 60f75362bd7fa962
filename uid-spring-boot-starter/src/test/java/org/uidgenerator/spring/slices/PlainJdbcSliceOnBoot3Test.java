package org.uidgenerator.spring.slices;

import org.springframework.boot.test.autoconfigure.jdbc.JdbcTest;

@JdbcTest
class PlainJdbcSliceOnBoot3Test extends PlainJdbcSliceSuite {}
