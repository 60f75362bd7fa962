package org.uidgenerator.spring.slices;

import org.springframework.boot.test.autoconfigure.web.servlet.WebMvcTest;

@WebMvcTest
class WebMvcSliceOnBoot3Test extends WebMvcSliceSuite {}
