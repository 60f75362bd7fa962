package org.uidgenerator.spring.slices;

import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;

@DataJpaTest
class JpaSliceOnBoot4Test extends JpaSliceSuite {}
