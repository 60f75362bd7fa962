package org.uidgenerator.spring.slices;

import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;

@Tag("proof")
@DataJpaTest
class JpaSliceOnBoot3Test extends JpaSliceSuite {}
