package org.uidgenerator.jackson;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Makes Jackson 3 write and read UIDs that are marked with {@link PublicUid} in their public form. A text that does not
 * have that form, or a number, is refused with an {@code InvalidFormatException}.
 */
public final class Jackson3PublicUidModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    private final transient PublicUidFormat format;

    /**
     * Makes a module.
     *
     * @param format the public form
     */
    public Jackson3PublicUidModule(PublicUidFormat format) {
        super("uid-jackson-public");
        this.format = Objects.requireNonNull(format, "format");
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.insertAnnotationIntrospector(new Introspector());
    }

    private final class Introspector extends NopAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        private final transient Serializer serializer = new Serializer();
        private final transient Deserializer deserializer = new Deserializer();

        @Override
        public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
            return holdsUids(annotated, false) ? serializer : null;
        }

        @Override
        public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
            return holdsUids(annotated, true) ? serializer : null;
        }

        @Override
        public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
            return holdsUids(annotated, false) ? deserializer : null;
        }

        @Override
        public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated annotated) {
            return holdsUids(annotated, true) ? deserializer : null;
        }

        private static boolean holdsUids(Annotated annotated, boolean inContent) {
            if (!annotated.hasAnnotation(PublicUid.class)) {
                return false;
            }
            JavaType type = annotated instanceof AnnotatedMethod method && method.getParameterCount() == 1
                    ? method.getParameterType(0)
                    : annotated.getType();
            JavaType content = type.getContentType();
            return inContent
                    == Place.isContent(type.getRawClass(), content == null ? null : content.getRawClass(), annotated);
        }

        /** Asked of each member that could be a key, with all its annotations. */
        @Override
        public @Nullable Boolean hasAsKey(MapperConfig<?> config, Annotated annotated) {
            Place.requirePart(annotated::hasAnnotation, annotated);
            return null;
        }

        /** The annotation keeps the property from mappers that do not know this module. */
        @Override
        public JsonProperty.@Nullable Access findPropertyAccess(MapperConfig<?> config, Annotated annotated) {
            return annotated.hasAnnotation(PublicUid.class) ? JsonProperty.Access.READ_WRITE : null;
        }

        private final class Serializer extends StdScalarSerializer<Long> {
            Serializer() {
                super(Long.class);
            }

            @Override
            public void serialize(Long uid, JsonGenerator json, SerializationContext context) {
                json.writeString(format.format(uid));
            }
        }

        private final class Deserializer extends StdScalarDeserializer<Long> {
            Deserializer() {
                super(Long.class);
            }

            @Override
            public Long deserialize(JsonParser json, DeserializationContext context) {
                String text = json.getString();
                if (!json.hasToken(JsonToken.VALUE_STRING)) {
                    throw context.weirdStringException(text, Long.class, "a public UID must be a string");
                }
                try {
                    return format.parse(text);
                } catch (IllegalArgumentException e) {
                    throw context.weirdStringException(text, Long.class, String.valueOf(e.getMessage()));
                }
            }
        }
    }
}
