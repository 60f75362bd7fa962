package org.uidgenerator.spring.slices;

import org.springframework.boot.test.autoconfigure.jooq.JooqTest;

@JooqTest
class JooqSliceOnBoot3Test extends JooqSliceSuite {}
