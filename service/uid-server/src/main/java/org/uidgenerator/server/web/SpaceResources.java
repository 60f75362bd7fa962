package org.uidgenerator.server.web;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows which id space this server's UIDs belong to. */
@RestController
final class SpaceResources {
    private final SpaceName name;

    SpaceResources(SpaceName name) {
        this.name = name;
    }

    @GetMapping(path = "/api/space", produces = MediaType.APPLICATION_JSON_VALUE)
    SpaceView space(HttpServletResponse response) {
        String space = name.find().orElse(null);
        if (space != null) {
            response.setHeader(SpaceName.HEADER, space);
        }
        return SpaceView.of(space);
    }
}
