package org.uidgenerator.spring.slices;

import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;

@WebMvcTest
class WebMvcSliceOnBoot4Test extends WebMvcSliceSuite {}
