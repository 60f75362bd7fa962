package org.uidgenerator.server.edge;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.junit.jupiter.api.Test;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import tools.jackson.databind.json.JsonMapper;

class ProblemsTest {
    /** Returns what is done to the answer, until its client is seen to be away. */
    private static List<String> answerTo(Throwable cause) {
        List<String> calls = new ArrayList<>();
        HttpServletResponse response = (HttpServletResponse) Proxy.newProxyInstance(
                ProblemsTest.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, given) -> {
                    calls.add(method.getName());
                    if (method.getName().equals("getOutputStream")) {
                        throw new IOException("Broken pipe");
                    }
                    return null;
                });
        Request request = new Request(new Connector(), new org.apache.coyote.Request());
        request.getCoyoteRequest().requestURI().setString("/");

        assertThat(new Problems(new FailureLog(System::nanoTime), new JsonMapper())
                        .resolveException(
                                request,
                                response,
                                null,
                                new HttpMessageNotWritableException("Could not write JSON", cause)))
                .isNotNull();
        return calls;
    }

    /** What handles them otherwise writes a warning for each, so that one client fills the log. */
    @Test
    void answersNothingToClientsThatHaveGoneAway() {
        assertThat(answerTo(new AsyncRequestNotUsableException("gone", new IOException("Broken pipe"))))
                .isEmpty();
        assertThat(answerTo(new IllegalStateException("no such property")))
                .containsExactly("setStatus", "setContentType", "getOutputStream");
    }
}
