package org.uidgenerator.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** The description that the service gives of itself. */
final class OpenApi {
    private static final String LOCATION = "urn:openapi";
    private static final String IDENTITY = "Uid-Store-Identity";
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonNode DESCRIPTION = description();
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, registry -> registry.schemas(Map.of(LOCATION, DESCRIPTION.toString())));

    private OpenApi() {}

    private static JsonNode description() {
        try (InputStream yaml = Objects.requireNonNull(OpenApi.class.getResourceAsStream("/static/openapi.yaml"))) {
            return JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Set<String> paths() {
        return Set.copyOf(DESCRIPTION.get("paths").propertyNames());
    }

    /**
     * Checks that an answer is one that the description allows. Paths of others, such as the actuator's, are not
     * described.
     */
    static void requireDescribed(String method, String path, Answer answer) {
        Optional<String> template = paths().stream()
                .filter(candidate -> matches(candidate, path))
                .min((one, other) -> Integer.compare(variables(one), variables(other)));
        boolean described = method.equals("GET") || method.equals("POST");
        if (template.isPresent() && described) {
            requireOperation(template.get(), method, answer);
        }
    }

    private static void requireOperation(String template, String method, Answer answer) {
        JsonNode operation = DESCRIPTION.get("paths").get(template).get(method.toLowerCase(Locale.ROOT));
        if (operation == null) {
            assertThat(answer.status()).isEqualTo(405);
            return;
        }
        JsonNode responses = operation.get("responses");
        String status = Integer.toString(answer.status());
        List<String> steps = new ArrayList<>(List.of("paths", template, method.toLowerCase(Locale.ROOT), "responses"));
        steps.add(responses.has(status) ? status : "default");
        String type = answer.header("Content-Type").replaceFirst(";.*", "");
        requireValid(pointer(steps), type, answer);
    }

    private static void requireValid(String response, String type, Answer answer) {
        JsonNode found = DESCRIPTION.at(response);
        if (found.has("$ref")) {
            requireValid(found.get("$ref").stringValue().substring(1), type, answer);
            return;
        }
        assertThat(answer.header(IDENTITY).isEmpty() || found.at("/headers").has(IDENTITY))
                .as("%s of %s is described", IDENTITY, response)
                .isTrue();
        assertThat(found.at("/content").has(type))
                .as("%s of %s is described", type, response)
                .isTrue();
        String schema = response + pointer(List.of("content", type, "schema"));
        Schema compiled = SCHEMAS.getSchema(SchemaLocation.of(LOCATION + "#" + schema));
        JsonNode body = type.endsWith("json") ? answer.json() : StringNode.valueOf(answer.body());
        assertThat(compiled.validate(body))
                .as("%s in %s", schema, answer.body())
                .isEmpty();
    }

    /** Checks the examples as if they were answers. */
    static Stream<String> faultsOfExamples() {
        return DESCRIPTION.get("paths").properties().stream()
                .flatMap(path -> path.getValue().properties().stream()
                        .filter(operation -> operation.getValue().has("responses"))
                        .flatMap(operation -> operation.getValue().get("responses").properties().stream()
                                .flatMap(response -> faults(pointer(List.of(
                                        "paths",
                                        path.getKey(),
                                        operation.getKey(),
                                        "responses",
                                        response.getKey()))))));
    }

    private static Stream<String> faults(String response) {
        JsonNode found = DESCRIPTION.at(response);
        if (found.has("$ref")) {
            return faults(found.get("$ref").stringValue().substring(1));
        }
        return found.get("content").properties().stream()
                .filter(type -> type.getValue().has("example"))
                .flatMap(type -> {
                    String schema = response + pointer(List.of("content", type.getKey(), "schema"));
                    return SCHEMAS
                            .getSchema(SchemaLocation.of(LOCATION + "#" + schema))
                            .validate(type.getValue().get("example"))
                            .stream()
                            .map(fault -> schema + ": " + fault);
                });
    }

    private static String pointer(List<String> steps) {
        StringBuilder pointer = new StringBuilder();
        steps.forEach(step -> pointer.append('/').append(step.replace("~", "~0").replace("/", "~1")));
        return pointer.toString();
    }

    private static int variables(String template) {
        return template.split("\\{", -1).length - 1;
    }

    private static boolean matches(String template, String path) {
        return path.matches(template.replaceAll("\\{[^}]*}", "[^/]+"));
    }
}
