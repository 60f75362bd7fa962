package org.uidgenerator.spring.slices;

import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;

@DataJpaTest
class JpaSliceOnBoot3Test extends JpaSliceSuite {}
