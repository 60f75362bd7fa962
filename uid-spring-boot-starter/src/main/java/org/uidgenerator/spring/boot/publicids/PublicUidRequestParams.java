package org.uidgenerator.spring.boot.publicids;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.RequestParamMethodArgumentResolver;

/** Resolves request parameters that are public UIDs. */
final class PublicUidRequestParams extends RequestParamMethodArgumentResolver {
    private final PublicUidParameter reader;

    PublicUidRequestParams(PublicUidParameter reader) {
        super(false); // only those with the annotation
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
