package org.uidgenerator.jackson;

import tools.jackson.databind.json.JsonMapper;

class PublicUidJackson3Test extends PublicUidSuite {
    private final JsonMapper json =
            JsonMapper.builder().addModule(new Jackson3PublicUidModule(FORMAT)).build();

    @Override
    Mapper mapper() {
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
