package org.uidgenerator.jackson;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.impl.LaissezFaireSubTypeValidator;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

class PublicUidJackson2Test extends PublicUidSuite {
    @Override
    Mapper mapper() {
        return of(JsonMapper.builder()
                .addModule(new Jackson2PublicUidModule(FORMAT))
                .build());
    }

    @Override
    List<Mapper> typingMappers() {
        return Stream.of(ObjectMapper.DefaultTyping.values())
                .map(types -> of(JsonMapper.builder()
                        .addModule(new Jackson2PublicUidModule(FORMAT))
                        .activateDefaultTyping(LaissezFaireSubTypeValidator.instance, types)
                        .build()))
                .toList();
    }

    @Override
    Mapper plainMapper() {
        return of(new ObjectMapper());
    }

    private static Mapper of(ObjectMapper json) {
        return new Mapper() {
            @Override
            public String write(Object value) throws IOException {
                return json.writeValueAsString(value);
            }

            @Override
            public <T> T read(String text, Class<T> type) throws IOException {
                return json.readValue(text, type);
            }
        };
    }
}
