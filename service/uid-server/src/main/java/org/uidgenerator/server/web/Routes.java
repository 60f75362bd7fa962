package org.uidgenerator.server.web;

import java.util.List;

/** Some routes that belong together. */
public interface Routes {
    /**
     * Returns the routes.
     *
     * @return the same ones each time
     */
    List<Route> routes();
}
