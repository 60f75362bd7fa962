package org.uidgenerator.jackson;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes Jackson 2 write and read UIDs that are marked with {@link PublicUid} in their public form. A text that does not
 * have that form, or a number, is refused with an {@code InvalidFormatException}.
 */
public final class Jackson2PublicUidModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    private final transient PublicUidFormat format;

    /**
     * Makes a module.
     *
     * @param format the public form
     */
    public Jackson2PublicUidModule(PublicUidFormat format) {
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
        public @Nullable Object findSerializer(Annotated annotated) {
            return holdsUids(annotated, false) ? serializer : null;
        }

        @Override
        public @Nullable Object findContentSerializer(Annotated annotated) {
            return holdsUids(annotated, true) ? serializer : null;
        }

        @Override
        public @Nullable Object findDeserializer(Annotated annotated) {
            return holdsUids(annotated, false) ? deserializer : null;
        }

        @Override
        public @Nullable Object findContentDeserializer(Annotated annotated) {
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
        public JsonProperty.@Nullable Access findPropertyAccess(Annotated annotated) {
            return annotated.hasAnnotation(PublicUid.class) ? JsonProperty.Access.READ_WRITE : null;
        }

        /** No name of a type, which would choose the deserializer that Jackson has for {@code Long}. */
        @Override
        public @Nullable TypeResolverBuilder<?> findPropertyTypeResolver(
                MapperConfig<?> config, AnnotatedMember member, JavaType type) {
            return member.hasAnnotation(PublicUid.class) && !type.isContainerType()
                    ? StdTypeResolverBuilder.noTypeInfoBuilder()
                    : null;
        }

        private final class Serializer extends StdScalarSerializer<Long> {
            private static final long serialVersionUID = 1;

            Serializer() {
                super(Long.class);
            }

            @Override
            public void serialize(Long uid, JsonGenerator json, SerializerProvider context) throws IOException {
                json.writeString(format.format(uid));
            }

            @Override
            public void serializeWithType(
                    Long uid, JsonGenerator json, SerializerProvider context, TypeSerializer noName)
                    throws IOException {
                serialize(uid, json, context);
            }
        }

        private final class Deserializer extends StdScalarDeserializer<Long> {
            private static final long serialVersionUID = 1;

            Deserializer() {
                super(Long.class);
            }

            @Override
            public Long deserialize(JsonParser json, DeserializationContext context) throws IOException {
                String text = json.getText();
                if (!json.hasToken(JsonToken.VALUE_STRING)) {
                    throw context.weirdStringException(text, Long.class, "a public UID must be a string");
                }
                try {
                    return format.parse(text);
                } catch (IllegalArgumentException e) {
                    throw context.weirdStringException(text, Long.class, String.valueOf(e.getMessage()));
                }
            }

            @Override
            public Long deserializeWithType(JsonParser json, DeserializationContext context, TypeDeserializer noName)
                    throws IOException {
                return deserialize(json, context);
            }
        }
    }
}
