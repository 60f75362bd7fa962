package org.uidgenerator.server.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;

/** Writes {@link Lines} as ASCII, each with its end. */
@Component
final class LinesConverter extends AbstractHttpMessageConverter<Lines> {
    LinesConverter() {
        super(MediaType.TEXT_PLAIN);
    }

    @Override
    protected boolean supports(Class<?> type) {
        return Lines.class.isAssignableFrom(type);
    }

    @Override
    protected Lines readInternal(Class<? extends Lines> type, HttpInputMessage input) {
        throw new HttpMessageNotReadableException("no request has a body", input);
    }

    @Override
    protected void writeInternal(Lines answer, HttpOutputMessage output) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : answer.lines()) {
            text.append(line).append('\n');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        output.getHeaders().setContentLength(bytes.length);
        output.getBody().write(bytes);
    }
}
