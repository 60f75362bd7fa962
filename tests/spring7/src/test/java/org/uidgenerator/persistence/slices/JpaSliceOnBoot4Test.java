package org.uidgenerator.persistence.slices;

import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;

@DataJpaTest
class JpaSliceOnBoot4Test extends JpaSliceSuite {}
