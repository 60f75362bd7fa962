package org.uidgenerator.jackson;

import java.util.function.BiPredicate;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class Jackson3Test extends JacksonSuite {
    @Override
    Mapper mapper() {
        return of(JsonMapper.builder());
    }

    @Override
    Mapper mapperWithModule(BiPredicate<Class<?>, String> rule) {
        return of(JsonMapper.builder().addModule(new Jackson3UidModule(rule)));
    }

    @Override
    Mapper snakeCaseMapperWithModule(BiPredicate<Class<?>, String> rule) {
        return of(JsonMapper.builder()
                .addModule(new Jackson3UidModule(rule))
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
    }

    private static Mapper of(JsonMapper.Builder builder) {
        JsonMapper json = builder.build();
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
