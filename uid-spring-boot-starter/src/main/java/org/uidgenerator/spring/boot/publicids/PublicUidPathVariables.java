package org.uidgenerator.spring.boot.publicids;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.servlet.mvc.method.annotation.PathVariableMethodArgumentResolver;

/** Resolves path variables that are public UIDs. */
final class PublicUidPathVariables extends PathVariableMethodArgumentResolver {
    private final PublicUidParameter reader;

    PublicUidPathVariables(PublicUidParameter reader) {
        this.reader = reader;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return PublicUidParameter.isOne(parameter) && super.supportsParameter(parameter);
    }

    @Override
    protected @Nullable Object resolveName(String name, MethodParameter parameter, NativeWebRequest request)
            throws Exception {
        return reader.parse(super.resolveName(name, parameter, request), name, parameter);
    }
}
