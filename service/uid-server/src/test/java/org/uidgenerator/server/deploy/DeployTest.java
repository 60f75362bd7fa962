package org.uidgenerator.server.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.uidgenerator.server.ServerProcess;
import org.uidgenerator.server.Servers;
import org.uidgenerator.test.internal.Patience;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is in the folder {@code deploy}, against the service that it deploys. */
class DeployTest {
    private static final Path DEPLOY = Path.of("../deploy");
    private static final JsonMapper JSON = new JsonMapper();

    private static final Pattern METRIC = Pattern.compile("\\b((?:uid|http)_[a-z_]+)\\b");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)[{ ]");

    @Test
    void everyMetricOfTheDashboardAndOfTheAlertsIsOneThatAServerHas() throws Exception {
        get(Servers.open().uri("/api/id"));
        get(Servers.open().uri("/api/segments/orders/ids"));
        Patience.awaitUntil(() -> scraped().contains("uid_segment_failing"));
        Set<String> there = scraped();
        Set<String> shown = names(METRIC, dashboard() + alerts());
        assertTrue(
                shown.containsAll(Set.of("uid_issued_uids_total", "uid_takes_rejected_calls_total")), shown::toString);

        shown.removeAll(there);
        assertEquals(Set.of(), shown, () -> "There are " + there);
    }

    @Test
    void theDashboardHasPanelsWithTitlesAndIdsOfTheirOwn() throws IOException {
        List<JsonNode> panels = StreamSupport.stream(dashboard().get("panels").spliterator(), false)
                .toList();

        assertEquals(
                panels.size(),
                panels.stream().map(panel -> panel.get("id").asInt()).distinct().count());
        assertEquals(
                panels.size(),
                panels.stream()
                        .map(panel -> panel.get("title").asString())
                        .distinct()
                        .count());
    }

    @Test
    void theManifestProbesAndLimitsWhatItRuns() throws IOException {
        JsonNode manifest = manifest();
        JsonNode deployment = manifest.get(0);
        JsonNode pod = deployment.at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");

        assertEquals(List.of("Deployment", "Service", "PodDisruptionBudget"), manifest.findValuesAsString("kind"));
        assertEquals(3, deployment.at("/spec/replicas").asInt());
        assertEquals(2, manifest.get(2).at("/spec/minAvailable").asInt());
        assertEquals(
                "/actuator/health/liveness",
                container.at("/livenessProbe/httpGet/path").asString());
        assertEquals(
                "/actuator/health/readiness",
                container.at("/readinessProbe/httpGet/path").asString());
        assertTrue(pod.at("/securityContext/runAsNonRoot").asBoolean());
        assertTrue(container.at("/securityContext/readOnlyRootFilesystem").asBoolean());
        assertFalse(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true));
        assertTrue(container.at("/resources/limits/memory").isString());
        JsonNode labels = deployment.at("/spec/template/metadata/labels");
        assertEquals(
                List.of(labels, labels, labels),
                List.of(
                        deployment.at("/spec/selector/matchLabels"),
                        manifest.get(1).at("/spec/selector"),
                        manifest.get(2).at("/spec/selector/matchLabels")));
    }

    @Test
    void theContainerRunsTheJarOfTheBuildAsTheUserThatKubernetesExpects() throws IOException {
        List<String> lines = Files.readAllLines(DEPLOY.resolve("Containerfile"));
        String build = Files.readString(Path.of("pom.xml"));

        assertTrue(build.contains("<finalName>uid-server</finalName>")
                && build.contains("<classifier>runnable</classifier>"));
        assertTrue(
                lines.contains("COPY service/uid-server/target/uid-server-runnable.jar /build/uid-server.jar"),
                lines::toString);
        String user = manifest()
                .get(0)
                .at("/spec/template/spec/securityContext/runAsUser")
                .asString();
        assertTrue(lines.contains("USER " + user + ":" + user), lines::toString);
        String file = String.join("\n", lines);
        assertTrue(file.contains("\nHEALTHCHECK "));
        assertTrue(
                file.contains("-XX:AOTCacheOutput=/app/uid-server.aot")
                        && file.contains("-XX:AOTCache=/app/uid-server.aot"),
                file);
    }

    /** As a pod of the manifest, with a secret that says who may call, and not where the database is. */
    @Test
    void aPodWhoseSecretNamesNoDatabaseDoesNotStart(@TempDir Path folder) throws Exception {
        JsonNode container = manifest().get(0).at("/spec/template/spec/containers/0");
        assertTrue(
                container.path("env").isMissingNode() && container.path("args").isMissingNode());
        Path secret = Files.createDirectory(folder.resolve("config"));
        Files.writeString(
                secret.resolve("application.properties"),
                "uid.server.clients.orders.token-sha256=" + "5".repeat(64) + "\nserver.port=0\n");
        ProcessBuilder pod = ServerProcess.builder()
                .directory(Files.createDirectory(folder.resolve("data")).toFile());
        variablesOfTheImage()
                .forEach((name, value) ->
                        pod.environment().put(name, value.replace("file:/config/", "file:" + secret + "/")));

        Path output = folder.resolve("log");
        Process process = pod.redirectOutput(output.toFile()).start();
        boolean ends = process.waitFor(Patience.LONGEST.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        String log = Files.readString(output);

        assertTrue(ends, log);
        assertEquals(1, process.exitValue(), log);
        assertTrue(
                log.contains(
                        "Description:\n\nthe database must not be embedded in a server that listens on more than the"
                                + " loopback interface or runs in its image, because another instance would hand out the same ids:"
                                + " spring.datasource.url=jdbc:h2:file:./uid-server-data/uid, server.address=0.0.0.0,"
                                + " uid.server.image=true; set spring.datasource.url to a database that all instances share, or"
                                + " uid.server.single-instance=true if there is no other instance\n"),
                log);
        assertFalse(Files.exists(folder.resolve("data/uid-server-data")));
    }

    private static Map<String, String> variablesOfTheImage() throws IOException {
        String file = Files.readString(DEPLOY.resolve("Containerfile")).replace("\\\n", " ");
        Map<String, String> variables = new LinkedHashMap<>();
        file.lines()
                .filter(line -> line.startsWith("ENV "))
                .flatMap(
                        line -> Stream.of(line.substring("ENV ".length()).trim().split(" +")))
                .map(variable -> variable.split("=", 2))
                .forEach(variable -> variables.put(variable[0], variable[1]));
        return variables;
    }

    private static String alerts() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("../../docs/operations.md"))) {
            return lines.filter(line -> line.contains("expr:")).collect(Collectors.joining("\n"));
        }
    }

    private static JsonNode dashboard() throws IOException {
        return JSON.readTree(Files.readString(DEPLOY.resolve("grafana.json")));
    }

    private static JsonNode manifest() throws IOException {
        Iterable<Object> documents = new Yaml().loadAll(Files.readString(DEPLOY.resolve("kubernetes.yaml")));
        return JSON.valueToTree(
                StreamSupport.stream(documents.spliterator(), false).toList());
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The meters of a counter come with a scrape after its first use, which may show what was 100 ms before. */
    private static Set<String> scraped() {
        try {
            return names(SAMPLE, get(Servers.open().uri("/actuator/prometheus")));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String get(URI uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }
}
