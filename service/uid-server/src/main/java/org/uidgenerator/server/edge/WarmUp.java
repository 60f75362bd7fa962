package org.uidgenerator.server.edge;

import static java.lang.System.Logger.Level.DEBUG;

import jakarta.servlet.ServletContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Service;
import org.apache.catalina.connector.Connector;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;
import org.uidgenerator.server.access.Clients;

/**
 * This server's requests to itself before its port opens, which the first requests of clients would wait for otherwise:
 * classes are loaded, and what is hot is compiled. They come over a connector of their own, whatever the server listens
 * on, and are counted as {@code HEAD}.
 */
@Component
final class WarmUp implements SmartInitializingSingleton {
    private static final System.Logger LOG = System.getLogger(WarmUp.class.getName());

    private static final int REQUESTS = 500;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int LONGEST_ANSWER_MILLIS = 1_000;

    private final ServletWebServerApplicationContext context;
    private final ServletContext path;
    private final Clients clients;

    WarmUp(ApplicationContext context, ServletContext path, Clients clients) {
        this.context = (ServletWebServerApplicationContext) context;
        this.path = path;
        this.clients = clients;
    }

    @Override
    public void afterSingletonsInstantiated() {
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", InetAddress.getLoopbackAddress().getHostAddress());
        connector.setProperty("bindOnInit", "false"); // so that it is closed with the connector
        connector.setProperty("maxKeepAliveRequests", "-1");
        TomcatWebServer server = (TomcatWebServer) Objects.requireNonNull(context.getWebServer());
        Service service = server.getTomcat().getService();
        try {
            service.addConnector(connector);
            ask(connector.getLocalPort());
        } catch (IOException | IllegalArgumentException e) { // the first clients wait somewhat longer
            LOG.log(DEBUG, "no warm-up", e);
        } finally {
            service.removeConnector(connector);
        }
    }

    private void ask(int port) throws IOException {
        byte[] request = ("HEAD " + path.getContextPath()
                        + "/api/id HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + clients.ownToken()
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        long start = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader answers =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(LONGEST_ANSWER_MILLIS);
            for (int i = 0; i < REQUESTS && System.nanoTime() - start < LONGEST_NANOS; i++) {
                socket.getOutputStream().write(request);
                String line = answers.readLine();
                if (line == null || !line.startsWith("HTTP/1.1 200")) {
                    throw new IOException("the answer was " + line);
                }
                while (line != null && !line.isEmpty()) {
                    line = answers.readLine();
                }
            }
        }
    }
}
