package org.uidgenerator.jackson;

import tools.jackson.databind.json.JsonMapper;

class PublicUidJackson3Test extends PublicUidSuite {
    @Override
    Mapper mapper() {
        return of(JsonMapper.builder()
                .addModule(new Jackson3PublicUidModule(FORMAT))
                .build());
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
