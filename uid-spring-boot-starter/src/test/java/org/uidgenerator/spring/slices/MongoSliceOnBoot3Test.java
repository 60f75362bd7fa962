package org.uidgenerator.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.autoconfigure.data.mongo.DataMongoTest;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;

/** A {@code @DataMongoTest} of an application that has the starter: it says where worker ids come from. */
@Tag("proof")
@Tag("libraries")
@DataMongoTest
@DirtiesContext // or its generators live, and log, until the last test is over
@ContextConfiguration(classes = MongoSliceOnBoot3Test.Application.class)
@TestPropertySource(properties = "uid.worker.id=7")
class MongoSliceOnBoot3Test {
    private static final MongoServer SERVER = new MongoServer(new MemoryBackend());

    record Order(@Id @Uid Long id, String customer) {}

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @DynamicPropertySource
    static void server(DynamicPropertyRegistry properties) {
        String connection = SERVER.bindAndGetConnectionString() + "/shop";
        properties.add("spring.data.mongodb.uri", () -> connection);
    }

    @AfterAll
    static void stop() {
        SERVER.shutdownNow();
    }

    @Autowired
    private MongoTemplate documents;

    @Autowired
    private UidGenerator uids;

    @Test
    void givesDocumentsUids() {
        long before = uids.getUID();

        Order order = documents.save(new Order(null, "Ada"));

        assertThat(order.id()).isGreaterThan(before);
        assertThat(documents.findById(order.id(), Order.class)).isEqualTo(order);
    }
}
