package org.uidgenerator.spring.boot.actuator;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
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
import org.uidgenerator.client.ServerStatus;

/**
 * Shows the servers of an id service in a meter registry. Those that are named later are added when the registry reads
 * how many there are, and those that are named no longer are removed then. Holds whoever asks them weakly.
 *
 * @param <T> who asks them
 */
final class ServerMeters<T> implements MeterBinder {
    private final T asking;
    private final Function<T, List<ServerStatus>> servers;
    private final Tags tags;

    /**
     * Makes a binder.
     *
     * @param servers returns what the servers do
     * @param name the value of the tag {@code generator}
     */
    ServerMeters(T asking, Function<T, List<ServerStatus>> servers, String name) {
        this.asking = asking;
        this.servers = servers;
        tags = Tags.of("generator", name);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Bound<T> bound = new Bound<>(registry, servers, tags);
        bound.count(asking);
        Gauge.builder("uid.client.servers", asking, bound::count)
                .tags(tags)
                .baseUnit("servers")
                .description("Servers that are named now")
                .register(registry);
    }

    /** The meters of single servers in one registry. */
    private static final class Bound<T> {
        private final MeterRegistry registry;
        private final Function<T, List<ServerStatus>> servers;
        private final Tags tags;
        private final Map<URI, List<Meter>> meters = new HashMap<>();

        Bound(MeterRegistry registry, Function<T, List<ServerStatus>> servers, Tags tags) {
            this.registry = registry;
            this.servers = servers;
            this.tags = tags;
        }

        /** Returns how many servers there are, when each of them has its meters, and no other. */
        synchronized int count(T asking) {
            Set<URI> named =
                    servers.apply(asking).stream().map(ServerStatus::uri).collect(Collectors.toSet());
            named.forEach(server -> meters.computeIfAbsent(server, added -> register(asking, added)));
            meters.entrySet().removeIf(of -> {
                boolean isGone = !named.contains(of.getKey());
                if (isGone) {
                    of.getValue().forEach(registry::remove);
                }
                return isGone;
            });
            return named.size();
        }

        private List<Meter> register(T asking, URI server) {
            Tags ofServer = tags.and("server", server.toString());
            return List.of(
                    FunctionCounter.builder("uid.client.ranges", asking, valueOf(server, ServerStatus::ranges))
                            .tags(ofServer)
                            .baseUnit("ranges")
                            .description("Ranges that came from the server")
                            .register(registry),
                    FunctionCounter.builder("uid.client.failures", asking, valueOf(server, ServerStatus::failures))
                            .tags(ofServer)
                            .baseUnit("requests")
                            .description("Requests that the server did not answer with ranges")
                            .register(registry),
                    Gauge.builder(
                                    "uid.client.server.failing",
                                    asking,
                                    valueOf(server, status -> status.failure() == null ? 0 : 1))
                            .tags(ofServer)
                            .description("1 if the server handed out no ranges when it was asked last")
                            .register(registry));
        }

        private ToDoubleFunction<T> valueOf(URI server, ToDoubleFunction<ServerStatus> value) {
            Function<T, List<ServerStatus>> servers = this.servers;
            return from -> servers.apply(from).stream()
                    .filter(status -> status.uri().equals(server))
                    .mapToDouble(value)
                    .findFirst()
                    .orElse(0);
        }
    }
}
