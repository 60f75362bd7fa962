package org.uidgenerator.conventions;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The metadata in the jar of a module for the builder of a native image, as far as the modules use the format.
 *
 * @param fields as {@code type.name}
 * @param methods as {@code type.name(types of parameters)}
 * @param globs of resources
 */
record ReachabilityMetadata(List<String> fields, List<String> methods, List<String> globs) {
    private static final String FILES =
            "classpath*:META-INF/native-image/org.uidgenerator/*/reachability-metadata.json";

    /** Reads those of all modules. */
    static List<ReachabilityMetadata> all() throws IOException {
        List<ReachabilityMetadata> all = new ArrayList<>();
        for (Resource file : new PathMatchingResourcePatternResolver().getResources(FILES)) {
            all.add(read(file));
        }
        return all;
    }

    private static ReachabilityMetadata read(Resource file) throws IOException {
        ReachabilityMetadata read = new ReachabilityMetadata(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try (Reader reader = new InputStreamReader(file.getInputStream(), StandardCharsets.UTF_8)) {
            JsonObject root = new Gson().fromJson(reader, JsonObject.class);
            requireKeys(root, "reflection", "resources");
            objects(root, "reflection").forEach(read::addType);
            objects(root, "resources").forEach(read::addResource);
        }
        return read;
    }

    private void addType(JsonObject entry) {
        requireKeys(entry, "type", "fields", "methods");
        String type = entry.get("type").getAsString();
        objects(entry, "fields").forEach(field -> {
            requireKeys(field, "name");
            fields.add(type + "." + field.get("name").getAsString());
        });
        objects(entry, "methods").forEach(method -> {
            requireKeys(method, "name", "parameterTypes");
            List<String> parameters = elements(method, "parameterTypes")
                    .map(JsonElement::getAsString)
                    .toList();
            methods.add(type + "." + method.get("name").getAsString() + "(" + String.join(", ", parameters) + ")");
        });
    }

    private void addResource(JsonObject entry) {
        requireKeys(entry, "glob");
        globs.add(entry.get("glob").getAsString());
    }

    /** A word that the format does not know, native-image ignores. */
    private static void requireKeys(JsonObject object, String... known) {
        if (!Set.of(known).containsAll(object.keySet())) {
            throw new IllegalArgumentException("known keys: " + List.of(known) + ", read: " + object.keySet());
        }
    }

    private static Stream<JsonObject> objects(JsonObject parent, String key) {
        return elements(parent, key).map(JsonElement::getAsJsonObject);
    }

    private static Stream<JsonElement> elements(JsonObject parent, String key) {
        JsonArray array = parent.has(key) ? parent.getAsJsonArray(key) : new JsonArray();
        return StreamSupport.stream(array.spliterator(), false);
    }
}
