package org.uidgenerator.server.web;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.uidgenerator.ManagedUidGenerator;

/** Shows which id space this server's UIDs belong to. */
@RestController
final class SpaceResources {
    private final ManagedUidGenerator generator;

    SpaceResources(ManagedUidGenerator generator) {
        this.generator = generator;
    }

    @AnswersUids
    @GetMapping(path = "/api/space", produces = MediaType.APPLICATION_JSON_VALUE)
    SpaceView space() {
        return SpaceView.of(generator.status().space().orElse(null));
    }
}
