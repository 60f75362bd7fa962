package org.uidgenerator.worker.db;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.internal.LocalHost;

/**
 * The description of a start in a row of {@code WORKER_NODE}, for people who look into the table. No decision depends
 * on it, so a value that is too long for its column is truncated.
 *
 * @param hostName name of the host or container
 * @param port the port, or a text that tells this start apart if the port is not known
 * @param type where the process runs: {@link #CONTAINER} or {@link #ACTUAL}
 */
record WorkerNode(String hostName, String port, int type) {
    static final int CONTAINER = 1;

    /** An actual machine. */
    static final int ACTUAL = 2;

    private static final int MAX_LENGTH = 64;
    private static final List<Path> CONTAINER_MARKS = List.of(Path.of("/.dockerenv"), Path.of("/run/.containerenv"));

    WorkerNode {
        hostName = cut(hostName);
        port = cut(port);
    }

    private static String cut(String value) {
        return value.length() > MAX_LENGTH ? value.substring(0, MAX_LENGTH) : value;
    }

    static WorkerNode ofThisProcess() {
        String standIn =
                System.currentTimeMillis() + "-" + ProcessHandle.current().pid();
        return detect(System.getenv(), Files::exists, LocalHost::name, standIn);
    }

    /**
     * Finds out where a process runs.
     *
     * @param variables its environment variables
     * @param fileExists whether its file system has a file
     * @param localHostName the name its machine gives itself
     * @param standIn stands in for an unknown port
     */
    static WorkerNode detect(
            Map<String, String> variables, Predicate<Path> fileExists, Supplier<String> localHostName, String standIn) {
        String jpaasHost = value(variables, "JPAAS_HOST");
        String jpaasHttpPort = value(variables, "JPAAS_HTTP_PORT");
        String jpaasPort = jpaasHttpPort != null ? jpaasHttpPort : value(variables, "JPAAS_HOST_PORT_8080");
        if (jpaasHost != null && jpaasPort != null) {
            return new WorkerNode(jpaasHost, jpaasPort, CONTAINER);
        }
        if (jpaasHost != null || jpaasPort != null) {
            throw new UidGenerateException("JPAAS_HOST and one of JPAAS_HTTP_PORT, JPAAS_HOST_PORT_8080 must be set"
                    + String.format(
                            Locale.ROOT, " together, or none of them: JPAAS_HOST=%s, port=%s", jpaasHost, jpaasPort));
        }
        boolean kubernetes = value(variables, "KUBERNETES_SERVICE_HOST") != null;
        if (kubernetes || CONTAINER_MARKS.stream().anyMatch(fileExists)) {
            String containerName = value(variables, "HOSTNAME");
            String hostName = containerName != null ? containerName : localHostName.get();
            return new WorkerNode(hostName, standIn, CONTAINER);
        }
        return new WorkerNode(localHostName.get(), standIn, ACTUAL);
    }

    private static @Nullable String value(Map<String, String> variables, String name) {
        String value = variables.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
