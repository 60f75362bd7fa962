package org.uidgenerator.persistence.slices;

import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;

@DataJpaTest
class JpaSliceOnBoot3Test extends JpaSliceSuite {}
