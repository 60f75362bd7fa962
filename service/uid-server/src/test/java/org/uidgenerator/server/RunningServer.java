package org.uidgenerator.server;

import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service as its jar runs it, in this process: on a free port of the loopback interface, with an H2 database in
 * memory.
 */
public final class RunningServer implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private RunningServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts a server.
     *
     * @param arguments what differs from the defaults, as {@code --name=value}
     * @return the server, ready for requests
     */
    public static RunningServer start(String... arguments) {
        return start(context -> {}, arguments);
    }

    /**
     * Starts a server with beans of a test.
     *
     * @param initializer registers them
     * @param arguments what differs from the defaults, as {@code --name=value}
     * @return the server, ready for requests
     */
    public static RunningServer start(
            ApplicationContextInitializer<ConfigurableApplicationContext> initializer, String... arguments) {
        Map<String, String> quiet = Map.of(
                "server.port", "0",
                "spring.datasource.url", "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                "spring.main.log-startup-info", "false",
                "logging.level.root", "error");
        Stream<String> defaults =
                quiet.entrySet().stream().map(entry -> "--" + entry.getKey() + "=" + entry.getValue());
        return new RunningServer(new SpringApplicationBuilder(UidServer.class)
                .initializers(initializer)
                .bannerMode(Banner.Mode.OFF)
                .run(Stream.concat(defaults.filter(argument -> isNotIn(arguments, argument)), Stream.of(arguments))
                        .toArray(String[]::new)));
    }

    /** An option that is given twice has two values. */
    private static boolean isNotIn(String[] arguments, String argument) {
        String name = argument.substring(0, argument.indexOf('=') + 1);
        return Stream.of(arguments).noneMatch(given -> given.startsWith(name));
    }

    /**
     * Returns the address of a resource.
     *
     * @param pathAndQuery what follows the port, with its first slash
     * @return its URI
     */
    public URI uri(String pathAndQuery) {
        return uri("local.server.port", pathAndQuery);
    }

    /** Returns the address of a resource if the actuator has a port of its own. */
    URI actuatorUri(String pathAndQuery) {
        return uri("local.management.port", pathAndQuery);
    }

    private URI uri(String port, String pathAndQuery) {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getRequiredProperty(port) + pathAndQuery);
    }

    /**
     * Returns a bean of the server.
     *
     * @param type its type
     * @param <T> its type
     * @return the only one of the type
     */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /**
     * Returns a bean of the server.
     *
     * @param name its name
     * @param type its type
     * @param <T> its type
     * @return the bean
     */
    public <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    /** Returns all beans of a type. */
    <T> Stream<T> beans(Class<T> type) {
        return context.getBeansOfType(type).values().stream();
    }

    /** Stops the server, as SIGTERM does: requests that are under way end first. */
    @Override
    public void close() {
        context.close();
    }
}
