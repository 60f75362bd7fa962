package org.uidgenerator.jackson;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.Version;
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
        context.insertAnnotationIntrospector(new Introspector(format));
    }

    private static final class Introspector extends NopAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        private final transient Serializer serializer;
        private final transient Deserializer deserializer;

        Introspector(PublicUidFormat format) {
            serializer = new Serializer(format);
            deserializer = new Deserializer(format);
        }

        @Override
        public Version version() {
            return Version.unknownVersion();
        }

        @Override
        public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
            return Place.SINGLE == Place.of(annotated) ? serializer : null;
        }

        @Override
        public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
            return Place.CONTENT == Place.of(annotated) ? serializer : null;
        }

        @Override
        public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
            return Place.SINGLE == Place.of(annotated) ? deserializer : null;
        }

        @Override
        public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated annotated) {
            return Place.CONTENT == Place.of(annotated) ? deserializer : null;
        }

        /** The annotation keeps the property from mappers that do not know this module. */
        @Override
        public JsonProperty.@Nullable Access findPropertyAccess(MapperConfig<?> config, Annotated annotated) {
            return annotated.hasAnnotation(PublicUid.class) ? JsonProperty.Access.READ_WRITE : null;
        }
    }

    /** Where a marked property has its UIDs. */
    private enum Place {
        /** It is one. */
        SINGLE,

        /** Elements or values are. */
        CONTENT,

        /** It is not marked. */
        NOWHERE;

        static Place of(Annotated annotated) {
            if (!annotated.hasAnnotation(PublicUid.class)) {
                return NOWHERE;
            }
            JavaType type = typeOf(annotated);
            if (isLong(type)) {
                return SINGLE;
            }
            JavaType content = type.getContentType();
            if (!type.isArrayType() && content != null && isLong(content)) {
                return CONTENT;
            }
            throw new IllegalArgumentException(
                    "@PublicUid must be on a long, a Long, or a collection, map or Optional of Long: " + annotated);
        }

        private static JavaType typeOf(Annotated annotated) {
            return annotated instanceof AnnotatedMethod method && method.getParameterCount() == 1
                    ? method.getParameterType(0)
                    : annotated.getType();
        }

        private static boolean isLong(JavaType type) {
            return type.hasRawClass(long.class) || type.hasRawClass(Long.class);
        }
    }

    private static final class Serializer extends StdScalarSerializer<Long> {
        private final PublicUidFormat format;

        Serializer(PublicUidFormat format) {
            super(Long.class);
            this.format = format;
        }

        @Override
        public void serialize(Long uid, JsonGenerator json, SerializationContext context) {
            json.writeString(format.format(uid));
        }
    }

    private static final class Deserializer extends StdScalarDeserializer<Long> {
        private final PublicUidFormat format;

        Deserializer(PublicUidFormat format) {
            super(Long.class);
            this.format = format;
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
