package org.uidgenerator.spring.slices;

import org.springframework.boot.jooq.test.autoconfigure.JooqTest;

@JooqTest
class JooqSliceOnBoot4Test extends JooqSliceSuite {}
