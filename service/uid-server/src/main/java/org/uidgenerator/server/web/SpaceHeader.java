package org.uidgenerator.server.web;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.uidgenerator.ManagedUidGenerator;

/**
 * Names the id space in a header of each answer with UIDs, so that clients notice a server of another space, whose UIDs
 * may be equal to those of the others.
 */
@RestControllerAdvice
final class SpaceHeader implements ResponseBodyAdvice<Object> {
    static final String NAME = "Uid-Space";

    private final ManagedUidGenerator generator;

    SpaceHeader(ManagedUidGenerator generator) {
        this.generator = generator;
    }

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        return returned.hasMethodAnnotation(AnswersUids.class);
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        generator.status().space().ifPresent(space -> response.getHeaders().set(NAME, space));
        return body;
    }
}
