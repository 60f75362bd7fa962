package org.uidgenerator.spring.slices;

import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.autoconfigure.jooq.JooqTest;

@Tag("proof")
@JooqTest
class JooqSliceOnBoot3Test extends JooqSliceSuite {}
