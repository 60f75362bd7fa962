package org.uidgenerator.server.edge;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers to requests that no other filter and no dispatcher sees. Safe for use by any thread. */
public interface EarlyAnswers {
    /** No answer to any request. */
    EarlyAnswers NONE = (request, response) -> false;

    /**
     * Answers a request, unless it is for others.
     *
     * @param request the request
     * @param response untouched if the request is for others
     * @return whether the request was answered
     * @throws IOException if the client is gone
     */
    boolean answer(HttpServletRequest request, HttpServletResponse response) throws IOException;
}
