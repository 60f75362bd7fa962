package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

class MetadataTest {

    @Test
    void describesEveryProperty() throws IOException {
        Map<String, String> described = descriptions();

        assertThat(described)
                .containsKeys(Stream.concat(
                                Stream.of("uid.enabled", "uid.generators"), properties("uid.", UidProperties.class))
                        .toArray(String[]::new));
        assertThat(described)
                .allSatisfy(
                        (name, description) -> assertThat(description).as(name).isNotBlank());
    }

    private static Stream<String> properties(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> properties(prefix, component));
    }

    private static Stream<String> properties(String prefix, RecordComponent component) {
        String name = prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        return component.getType().isRecord() ? properties(name + ".", component.getType()) : Stream.of(name);
    }

    private static Map<String, String> descriptions() throws IOException {
        Map<String, String> descriptions = new HashMap<>();
        for (URL metadata : Collections.list(
                MetadataTest.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream in = metadata.openStream()) {
                String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                for (Object property : (List<?>)
                        JsonParserFactory.getJsonParser().parseMap(json).get("properties")) {
                    Map<?, ?> parts = (Map<?, ?>) property;
                    descriptions.put((String) parts.get("name"), Objects.toString(parts.get("description"), ""));
                }
            }
        }
        descriptions.keySet().removeIf(name -> !name.startsWith("uid."));
        return descriptions;
    }
}
