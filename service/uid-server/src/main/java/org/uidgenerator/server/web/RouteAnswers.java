package org.uidgenerator.server.web;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.http.Outcome;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.ServletWebRequest;
import org.uidgenerator.server.access.Client;
import org.uidgenerator.server.access.Entrance;
import org.uidgenerator.server.edge.Problems;
import org.uidgenerator.server.edge.UnservedRequests.EarlyAnswers;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers by {@link Route}s. Each request passes the {@link Entrance} and is metered as those that Spring answers, and
 * what fails is answered by the same {@link Problems}. Answers are no pages, so they have none of the headers for
 * pages.
 */
@Component
final class RouteAnswers implements EarlyAnswers {
    private final Entrance entrance;
    private final Problems problems;
    private final MeterRegistry meters;
    private final JsonMapper json;
    private final HeaderContentNegotiationStrategy accepted = new HeaderContentNegotiationStrategy();
    private final Map<String, Route> fixed = new HashMap<>();
    private final List<Variable> variable = new ArrayList<>();
    private final ConcurrentMap<Metered, Timer> timers = new ConcurrentHashMap<>();

    /** A route with a variable in its path, which is the group of a pattern. */
    private record Variable(Route route, Pattern path) {
        static Variable of(Route route) {
            return new Variable(route, Pattern.compile(route.pattern().replaceFirst("\\{[^}]*}", "([^/]+)")));
        }
    }

    /** The requests that one meter counts. A pattern keeps its hash, and a route does not. */
    private record Metered(String pattern, String method, int status) {}

    RouteAnswers(List<Route.Group> all, Entrance entrance, Problems problems, MeterRegistry meters, JsonMapper json) {
        this.entrance = entrance;
        this.problems = problems;
        this.meters = meters;
        this.json = json;
        for (Route.Group some : all) {
            for (Route route : some.routes()) {
                if (route.pattern().indexOf('{') < 0) {
                    fixed.put(route.pattern(), route);
                } else {
                    variable.add(Variable.of(route));
                }
            }
        }
    }

    @Override
    public boolean answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getServletPath();
        Route route = fixed.get(path);
        String value = "";
        for (int i = 0; route == null && i < variable.size(); i++) {
            Matcher found = variable.get(i).path().matcher(path);
            if (found.matches()) {
                route = variable.get(i).route();
                value = found.group(1);
            }
        }
        if (route == null) {
            return false;
        }
        long start = System.nanoTime();
        try {
            answer(route, value, request, response);
        } finally {
            timer(new Metered(route.pattern(), request.getMethod(), response.getStatus()))
                    .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        }
        return true;
    }

    private void answer(Route route, String value, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        try {
            entrance.admit(request);
            Client client = route.isForClients() ? entrance.client(request, route.scope()) : null;
            if (request.getMethod().equals("OPTIONS")) {
                response.setHeader(HttpHeaders.ALLOW, allowed(route));
                return;
            }
            if (!route.methods().contains(HttpMethod.valueOf(request.getMethod()))) {
                throw new HttpRequestMethodNotSupportedException(request.getMethod(), List.of("GET"));
            }
            boolean isText = isText(route, request);
            if (client != null) {
                client.requests().take(1);
            }
            route.handler().accept(new IdRequest(request, response, value, client, isText, json));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RuntimeException | ServletException e) {
            problems.resolveException(request, response, null, e);
        }
    }

    private static String allowed(Route route) {
        return route.methods().stream().map(HttpMethod::name).sorted().collect(Collectors.joining(",", "", ",OPTIONS"));
    }

    /** Returns whether the first of the route's types that the client accepts is text. */
    private boolean isText(Route route, HttpServletRequest request) throws HttpMediaTypeNotAcceptableException {
        List<MediaType> types = route.types();
        if (types.isEmpty()) {
            return false;
        }
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        for (MediaType type : types) { // most headers need no parser
            if (accept == null || accept.equals(MediaType.ALL_VALUE) || accept.equals(type.toString())) {
                return type.equals(MediaType.TEXT_PLAIN);
            }
        }
        for (MediaType wanted : accepted.resolveMediaTypes(new ServletWebRequest(request))) {
            for (MediaType type : types) {
                if (wanted.isCompatibleWith(type)) {
                    return type.equals(MediaType.TEXT_PLAIN);
                }
            }
        }
        throw new HttpMediaTypeNotAcceptableException(types);
    }

    /** Has the tags that the meter of Spring's requests has. */
    private Timer timer(Metered metered) {
        return timers.computeIfAbsent(
                metered,
                some -> Timer.builder("http.server.requests")
                        .tag("method", some.method())
                        .tag("uri", some.pattern())
                        .tag("status", Integer.toString(some.status()))
                        .tags(List.of(Outcome.forStatus(some.status()).asTag()))
                        .tag("exception", "none")
                        .tag("error", "none")
                        .register(meters));
    }
}
