package org.uidgenerator.testing;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/**
 * A request to a server that may not be ready yet. It waits a second for the connection, and a second for the answer.
 */
final class HttpProbe {
    private static final int TIMEOUT_MILLIS = 1_000;

    private HttpProbe() {}

    /** Returns a request that is not sent yet. */
    static HttpURLConnection open(URI uri) throws IOException {
        HttpURLConnection request = (HttpURLConnection) uri.toURL().openConnection();
        request.setConnectTimeout(TIMEOUT_MILLIS);
        request.setReadTimeout(TIMEOUT_MILLIS);
        return request;
    }

    /** Returns whether a server answers with 200. */
    static boolean succeeds(URI uri) {
        try {
            return open(uri).getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }
}
