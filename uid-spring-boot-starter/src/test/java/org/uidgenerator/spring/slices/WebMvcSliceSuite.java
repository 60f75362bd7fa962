package org.uidgenerator.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.jackson.PublicUid;
import org.uidgenerator.jackson.PublicUidFormat;

/** A {@code @WebMvcTest} of an application that has the starter: it shows UIDs as the application does. */
@DirtiesContext // or its generators live, and log, until the last test is over
@ContextConfiguration(classes = WebMvcSliceSuite.Application.class)
@Import(WebMvcSliceSuite.Orders.class)
@TestPropertySource(properties = "uid.public-ids.key=000102030405060708090a0b0c0d0e0f")
abstract class WebMvcSliceSuite {
    record Order(@PublicUid long id) {}

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @RestController
    static class Orders {
        @GetMapping("/orders/{id}")
        Order order(@PathVariable("id") @PublicUid long id) {
            return new Order(id);
        }
    }

    @Autowired
    private MockMvc web;

    @Autowired
    private PublicUidFormat format;

    @Autowired
    private ObjectProvider<UidGenerator> generators;

    @Test
    void showsAndTakesThePublicForm() throws Exception {
        String shown = format.format(7);

        assertThat(web.perform(get("/orders/" + shown))
                        .andReturn()
                        .getResponse()
                        .getContentAsString())
                .isEqualTo("{\"id\":\"" + shown + "\"}");
    }

    /** Which a controller that takes one gets from the test, see docs/spring-boot.md. */
    @Test
    void hasNoGenerator() {
        assertThat(generators).isEmpty();
    }
}
