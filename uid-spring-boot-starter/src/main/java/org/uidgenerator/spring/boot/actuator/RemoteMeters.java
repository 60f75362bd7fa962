package org.uidgenerator.spring.boot.actuator;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.client.RemoteStatus;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.client.ServerStatus;
import org.uidgenerator.spring.metrics.ObjectMeters;

/**
 * The meters of what asks an id service. What each generator has is called as it is for local ones, so that a dashboard
 * shows both. The meters hold the generator weakly.
 */
final class RemoteMeters {
    private RemoteMeters() {}

    /**
     * Returns the meters of a generator, and those of its servers.
     *
     * @param name the value of the tag {@code generator}
     */
    static MeterBinder of(RemoteUidGenerator generator, String name) {
        return registry -> {
            ObjectMeters<RemoteUidGenerator> meters =
                    new ObjectMeters<>(registry, Tags.of("generator", name), generator);
            meters.counter("uid.issued", "uids", "UIDs handed out", value(RemoteStatus::issued));
            meters.gauge("uid.available", "uids", "UIDs buffered", value(RemoteStatus::available));
            meters.counter("uid.waits", "calls", "Calls that found no UID and waited", value(RemoteStatus::waits));
            meters.counter("uid.takes.rejected", "calls", "Calls that got no UID", value(RemoteStatus::rejectedTakes));
            meters.gauge(
                    "uid.client.failing",
                    null,
                    "1 if no server handed out ranges when they were wanted last",
                    from -> from.status().failure() == null ? 0 : 1);
            meters.time(
                    "uid.client.age",
                    "How long ago the last ranges came",
                    from -> from.status().age().toNanos() / 1e9);
            Servers.bindTo(registry, name, generator, from -> from.status().servers());
        };
    }

    private static ToDoubleFunction<RemoteUidGenerator> value(ToDoubleFunction<RemoteStatus> figure) {
        return from -> figure.applyAsDouble(from.status());
    }

    /** Returns the meters of the servers that counters come from. */
    static MeterBinder of(RemoteSegmentStore counters, String name) {
        return registry -> Servers.bindTo(registry, name, counters, RemoteSegmentStore::status);
    }

    /**
     * The meters of single servers in a registry. Those that are named later are added when the registry reads how many
     * there are, and those that are named no longer are removed then. They hold what asks the servers weakly.
     *
     * @param <T> the generator or store that asks them
     * @param servers returns what the servers do
     */
    private record Servers<T>(
            MeterRegistry registry, Tags tags, Function<T, List<ServerStatus>> servers, Map<URI, List<Meter>> meters) {
        static <T> void bindTo(MeterRegistry registry, String name, T asking, Function<T, List<ServerStatus>> servers) {
            Tags tags = Tags.of("generator", name);
            Servers<T> bound = new Servers<>(registry, tags, servers, new HashMap<>());
            bound.count(asking);
            new ObjectMeters<>(registry, tags, asking)
                    .gauge("uid.client.servers", "servers", "Servers that are named now", bound::count);
        }

        /** Returns how many servers there are, when each of them has its meters, and no other. */
        synchronized int count(T asking) {
            Set<URI> named =
                    servers.apply(asking).stream().map(ServerStatus::uri).collect(Collectors.toSet());
            named.forEach(server -> meters.computeIfAbsent(
                    server,
                    added -> register(
                            new ObjectMeters<>(registry, tags.and("server", added.toString()), asking), added)));
            meters.entrySet().removeIf(of -> !named.contains(of.getKey()) && remove(of.getValue()));
            return named.size();
        }

        private boolean remove(List<Meter> gone) {
            gone.forEach(registry::remove);
            return true;
        }

        private List<Meter> register(ObjectMeters<T> ofServer, URI server) {
            return List.of(
                    ofServer.counter(
                            "uid.client.ranges",
                            "ranges",
                            "Ranges that came from the server",
                            valueOf(server, ServerStatus::ranges)),
                    ofServer.counter(
                            "uid.client.failures",
                            "requests",
                            "Requests that the server did not answer with ranges",
                            valueOf(server, ServerStatus::failures)),
                    ofServer.gauge(
                            "uid.client.server.failing",
                            null,
                            "1 if the server handed out no ranges when it was asked last",
                            valueOf(server, status -> status.failure() == null ? 0 : 1)));
        }

        private ToDoubleFunction<T> valueOf(URI server, ToDoubleFunction<ServerStatus> value) {
            return from -> servers.apply(from).stream()
                    .filter(status -> status.uri().equals(server))
                    .mapToDouble(value)
                    .findFirst()
                    .orElse(0);
        }
    }
}
