package org.uidgenerator.jackson;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.function.BiPredicate;

class Jackson2Test extends JacksonSuite {
    @Override
    Mapper mapper() {
        return of(JsonMapper.builder());
    }

    @Override
    Mapper mapperWithModule(BiPredicate<Class<?>, String> rule) {
        return of(JsonMapper.builder().addModule(new Jackson2UidModule(rule)));
    }

    @Override
    Mapper snakeCaseMapperWithModule(BiPredicate<Class<?>, String> rule) {
        return of(JsonMapper.builder()
                .addModule(new Jackson2UidModule(rule))
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
    }

    private static Mapper of(JsonMapper.Builder builder) {
        JsonMapper json = builder.build();
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
