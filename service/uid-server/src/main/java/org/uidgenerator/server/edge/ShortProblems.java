package org.uidgenerator.server.edge;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Keeps problem details below a kilobyte, whatever of a request they repeat. */
@RestControllerAdvice
final class ShortProblems implements ResponseBodyAdvice<Object> {
    private static final int LONGEST_DETAIL = 200;
    private static final int LONGEST_PATH = 150;

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        return true;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (body instanceof ProblemDetail problem) {
            String detail = problem.getDetail();
            problem.setDetail(detail == null ? null : Printable.of(detail, LONGEST_DETAIL));
            URI path = problem.getInstance();
            if (path != null && path.toString().length() > LONGEST_PATH) {
                problem.setInstance(null);
            }
        }
        return body;
    }
}
