package org.uidgenerator.spring.boot.publicids;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodParameter;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.annotation.RequestParamMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.mvc.method.annotation.PathVariableMethodArgumentResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.uidgenerator.jackson.PublicUid;
import org.uidgenerator.jackson.PublicUidFormat;

/**
 * Resolves parameters of Spring MVC that are marked with {@link PublicUid}. The resolvers are put before those of
 * Spring MVC, which would take the same parameters. Custom ones come after them. A public UID is read when the
 * parameter is resolved, not by a converter, because if a converter fails, Spring falls back to reading a plain number,
 * which would be the UID itself.
 *
 * @param format asked when there is a request, because what a processor needs is made before all else
 */
record PublicUidResolvers(Supplier<PublicUidFormat> format) implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof RequestMappingHandlerAdapter adapter) {
            List<HandlerMethodArgumentResolver> resolvers =
                    new ArrayList<>(List.of(new PathVariables(), new RequestParams()));
            resolvers.addAll(Objects.requireNonNull(adapter.getArgumentResolvers(), "argumentResolvers"));
            adapter.setArgumentResolvers(resolvers);
        }
        return bean;
    }

    /**
     * Returns the UID for what a request has.
     *
     * @param value a text, null if there is none, or several texts
     * @throws MethodArgumentTypeMismatchException if it is no public form, which is status 400
     */
    private @Nullable Object parse(@Nullable Object value, String name, MethodParameter parameter) {
        if (value == null) {
            return null;
        }
        try {
            return format.get().parse(requireSingle(value));
        } catch (IllegalArgumentException e) {
            throw new MethodArgumentTypeMismatchException(value, Long.class, name, parameter, e);
        }
    }

    private static String requireSingle(Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("a public UID must be given once");
    }

    private final class PathVariables extends PathVariableMethodArgumentResolver {
        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.hasParameterAnnotation(PublicUid.class) && super.supportsParameter(parameter);
        }

        @Override
        protected @Nullable Object resolveName(String name, MethodParameter parameter, NativeWebRequest request)
                throws Exception {
            return parse(super.resolveName(name, parameter, request), name, parameter);
        }
    }

    private final class RequestParams extends RequestParamMethodArgumentResolver {
        RequestParams() {
            super(false); // only those with the annotation
        }

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.hasParameterAnnotation(PublicUid.class) && super.supportsParameter(parameter);
        }

        @Override
        protected @Nullable Object resolveName(String name, MethodParameter parameter, NativeWebRequest request)
                throws Exception {
            return parse(super.resolveName(name, parameter, request), name, parameter);
        }
    }
}
