package org.uidgenerator.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.server.RunningServer;
import org.uidgenerator.server.Servers;

/** A page of another site, which makes a browser ask a server that lets everyone in. The browser forbids nothing. */
@ExtendWith(PageExtension.class)
class ForeignPagesIT {
    private static final String NUMBERS = "/api/segment-range?tag=orders&count=10000000";

    private final RunningServer server =
            RunningServer.start("--uid.server.anonymous=true", "--uid.segments.tags.orders.first=1");
    private HttpServer evil;

    @BeforeEach
    void servePage() throws IOException {
        evil = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        evil.createContext("/", this::answer);
        evil.start();
    }

    @AfterEach
    void stop(Page page) {
        page.at(Servers.open()::uri);
        page.console(); // the browser has reported what was refused
        evil.stop(0);
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String html = """
                <!doctype html><html data-ready><body>evil<script>
                const numbers = 'NUMBERS';
                const image = new Promise(done => {
                  const img = document.createElement('img');
                  img.onload = img.onerror = done;
                  img.src = numbers + '&image';
                  document.body.append(img);
                });
                const asked = ['no-cors', 'cors'].map(mode => fetch(numbers + '&' + mode, {mode}).catch(() => 0));
                Promise.all([image, ...asked]).then(() => { document.documentElement.dataset.done = 1; });
                </script>""".replace("NUMBERS", server.uri(NUMBERS).toString());
        byte[] page = html.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
        }
    }

    private List<?> countersUsed() {
        return server.bean(SegmentIdGenerator.class).status();
    }

    @Test
    void takeNoNumbers(Page page) {
        page.at(path -> URI.create("http://evil.example:" + evil.getAddress().getPort() + path));
        page.reopen("");
        page.waitFor("html[data-done]");

        assertEquals(List.of(), countersUsed());
    }

    /** The name was that of the other site while its page was loaded, and is this server's now. */
    @Test
    void takeNoNumbersByANameThatIsPointedAtTheServer(Page page) {
        page.at(path -> URI.create("http://evil.example:" + server.uri("").getPort() + path));
        page.script("location.href = arguments[0]", page.uri("/api/layout").toString());
        page.waitFor("pre", "host=evil.example");
        page.script("""
                fetch(arguments[0]).then(answer => { document.documentElement.dataset.status = answer.status; })""", NUMBERS);
        page.waitFor("html[data-status='403']");

        assertEquals(List.of(), countersUsed());
    }
}
