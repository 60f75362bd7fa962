package org.uidgenerator.spring.slices;

import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;

@JdbcTest
class PlainJdbcSliceOnBoot4Test extends PlainJdbcSliceSuite {}
