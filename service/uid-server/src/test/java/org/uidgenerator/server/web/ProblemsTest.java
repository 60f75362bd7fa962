package org.uidgenerator.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.uidgenerator.server.edge.FailureLog;

class ProblemsTest {
    private static ResponseEntity<Object> answerTo(Throwable cause) {
        return new Problems(new FailureLog(System::nanoTime))
                .handleHttpMessageNotWritable(
                        new HttpMessageNotWritableException("Could not write JSON", cause),
                        new HttpHeaders(),
                        HttpStatus.INTERNAL_SERVER_ERROR,
                        new ServletWebRequest(new Request(new Connector(), new org.apache.coyote.Request())));
    }

    /** What handles them otherwise writes a warning for each, so that one client fills the log. */
    @Test
    void answersNothingToClientsThatHaveGoneAway() {
        assertThat(answerTo(new AsyncRequestNotUsableException("gone", new IOException("Broken pipe"))))
                .isNull();
        assertThat(answerTo(new IllegalStateException("no such property")))
                .extracting(ResponseEntity::getStatusCode)
                .isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR);
    }
}
