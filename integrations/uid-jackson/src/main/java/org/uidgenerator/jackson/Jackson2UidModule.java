package org.uidgenerator.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes Jackson 2 write the properties that a rule chooses as if they were annotated with {@link JsonUid}. Of those it
 * chooses, only {@code long}, {@code Long} and collections, maps and {@code Optional}s of {@code Long} change. An
 * annotation on the property wins: {@code @JsonFormat(shape = NUMBER)} makes an exception.
 */
public final class Jackson2UidModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    /** Chooses the properties. It is part of a serialized mapper. */
    private final PropertyRule rule;

    /**
     * Makes a module.
     *
     * @param rule returns whether a property holds UIDs, given the class that declares it and its name in Java,
     *     {@code orderId} for {@code getOrderId}, not its name in JSON
     */
    public Jackson2UidModule(BiPredicate<Class<?>, String> rule) {
        super("uid-jackson");
        this.rule = new PropertyRule(rule);
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.appendAnnotationIntrospector(new Introspector());
    }

    private final class Introspector extends NopAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public JsonFormat.@Nullable Value findFormat(Annotated annotated) {
            if (!(annotated instanceof AnnotatedMember member)) {
                return null;
            }
            JavaType content = member.getType().getContentType();
            boolean chosen = Place.isLong((content == null ? member.getType() : content).getRawClass())
                    && rule.chooses(member.getMember());
            return chosen ? JsonFormat.Value.forShape(JsonFormat.Shape.STRING) : null;
        }
    }
}
