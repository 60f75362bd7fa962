package org.uidgenerator.server.web;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.uidgenerator.server.access.Scope;

/**
 * A resource of the service, which is answered without the filters and the dispatcher of Spring, because those cost ten
 * times what an id does. Most of them take ids, so no answer may be kept.
 *
 * @param pattern the path, perhaps with one variable in braces
 * @param methods the methods that it answers
 * @param types the types of its answers, the first one for those who accept any; none if it has one whatever is
 *     accepted
 * @param isForClients whether a request needs a client, and counts for it; otherwise the route knows its clients itself
 * @param scope what the client must be allowed to do, or null if any client will do
 * @param handler answers a request, or throws what the problem detail is made of
 */
public record Route(
        String pattern,
        Set<HttpMethod> methods,
        List<MediaType> types,
        boolean isForClients,
        @Nullable Scope scope,
        Consumer<IdRequest> handler) {
    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    /** Those of other servers whose clients do not care. */
    public static final Set<HttpMethod> ANY_METHOD = Set.of(
            HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

    /** Some routes that belong together. */
    public interface Group {
        /** {@return the routes, the same ones each time} */
        List<Route> routes();
    }

    /** Returns a route of this server's own, for GET, as JSON or as lines of text. */
    static Route ids(String pattern, @Nullable Scope scope, Consumer<IdRequest> handler) {
        return new Route(
                pattern, READING, List.of(MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN), true, scope, handler);
    }

    /** Returns a route of this server's own, for GET, as JSON. */
    static Route json(String pattern, @Nullable Scope scope, Function<IdRequest, Object> handler) {
        return new Route(
                pattern,
                READING,
                List.of(MediaType.APPLICATION_JSON),
                true,
                scope,
                request -> request.answerJson(handler.apply(request)));
    }
}
