package org.uidgenerator.jackson;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

class PublicUidJackson3Test extends PublicUidSuite {
    @Override
    Mapper mapper() {
        return of(JsonMapper.builder()
                .addModule(new Jackson3PublicUidModule(FORMAT))
                .build());
    }

    @Override
    List<Mapper> typingMappers() {
        return Stream.of(DefaultTyping.values())
                .map(types -> of(JsonMapper.builder()
                        .addModule(new Jackson3PublicUidModule(FORMAT))
                        .activateDefaultTyping(
                                BasicPolymorphicTypeValidator.builder()
                                        .allowIfSubType(Object.class)
                                        .build(),
                                types)
                        .build()))
                .toList();
    }

    @Override
    Mapper plainMapper() {
        return of(new JsonMapper());
    }

    private static Mapper of(JsonMapper json) {
        return new Mapper() {
            @Override
            public String write(Object value) {
                return json.writeValueAsString(value);
            }

            @Override
            public <T> T read(String text, Class<T> type) {
                return json.readValue(text, type);
            }
        };
    }
}
