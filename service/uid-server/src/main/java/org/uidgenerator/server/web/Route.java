package org.uidgenerator.server.web;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.uidgenerator.server.access.Scope;

/**
 * A way to ids that is answered by itself, without the filters and the dispatcher of Spring: those cost ten times what
 * an id does. Each of them takes ids, so that no answer may be kept.
 */
public final class Route {
    private static final List<MediaType> JSON_OR_TEXT = List.of(MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN);
    private static final List<MediaType> TEXT_OR_JSON = List.of(MediaType.TEXT_PLAIN, MediaType.APPLICATION_JSON);
    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);
    private static final Set<HttpMethod> ANY = Set.of(
            HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE);

    private final String pattern;
    private final Set<HttpMethod> methods;
    private final List<MediaType> types;
    private final boolean isForClients;
    private final @Nullable Scope scope;
    private final Handler handler;

    /** The code that answers a request. */
    public interface Handler {
        /**
         * Answers a request, or throws what the problem detail is made of.
         *
         * @param request the request
         */
        void answer(IdRequest request);
    }

    private Route(
            String pattern,
            Set<HttpMethod> methods,
            List<MediaType> types,
            boolean isForClients,
            @Nullable Scope scope,
            Handler handler) {
        this.pattern = pattern;
        this.methods = methods;
        this.types = types;
        this.isForClients = isForClients;
        this.scope = scope;
        this.handler = handler;
    }

    /** Returns a route of this server's own, for GET, as JSON or as lines of text. */
    static Route of(String pattern, @Nullable Scope scope, Handler handler) {
        return new Route(pattern, READING, JSON_OR_TEXT, true, scope, handler);
    }

    /**
     * Returns a route for any method, as text or as JSON.
     *
     * @param pattern the path, perhaps with one variable in braces
     * @param scope what the client must be allowed to do, or null if any client will do
     * @param handler what answers
     * @return the route
     */
    public static Route atAnyMethod(String pattern, @Nullable Scope scope, Handler handler) {
        return new Route(pattern, ANY, TEXT_OR_JSON, true, scope, handler);
    }

    /**
     * Returns a route for any method that knows its clients and counts their requests itself, and answers with a type
     * of its own whatever is accepted.
     *
     * @param pattern the path
     * @param handler what answers
     * @return the route
     */
    public static Route ofStrangers(String pattern, Handler handler) {
        return new Route(pattern, ANY, List.of(), false, null, handler);
    }

    /**
     * Returns the path.
     *
     * @return the path, with a variable in braces or without
     */
    public String pattern() {
        return pattern;
    }

    Set<HttpMethod> methods() {
        return methods;
    }

    /** Returns the types of its answers, the first one for those who accept any; none if the handler decides. */
    List<MediaType> types() {
        return types;
    }

    /** Returns whether a request needs a client, and counts for it. */
    boolean isForClients() {
        return isForClients;
    }

    @Nullable
    Scope scope() {
        return scope;
    }

    Handler handler() {
        return handler;
    }
}
