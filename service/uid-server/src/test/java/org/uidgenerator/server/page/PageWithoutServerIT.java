package org.uidgenerator.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.server.Servers;

/** The page as the site of the documentation has it: files in a folder, and no server that answers. */
@ExtendWith(PageExtension.class)
class PageWithoutServerIT {
    private static final Path STATIC = Path.of("src/main/resources/static");
    private static final String FOLDER = "/tools";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html",
            "css", "text/css",
            "js", "text/javascript",
            "json", "application/json",
            "svg", "image/svg+xml");

    private static final String TWEET = "1541815603606036480";

    private final ConcurrentLinkedQueue<String> missing = new ConcurrentLinkedQueue<>();
    private HttpServer files;

    /** Whether there is a server after all, which accepts requests and never answers them. */
    private volatile boolean isMute;

    @BeforeEach
    void serveFiles(Page page) throws IOException {
        files = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        files.createContext("/", this::answer);
        files.start();
        String origin = "http://127.0.0.1:" + files.getAddress().getPort();
        page.at(pathAndQuery -> URI.create(origin + FOLDER + pathAndQuery));
    }

    @AfterEach
    void asksForFilesOnly(Page page) {
        page.at(Servers.open()::uri);
        files.stop(0);
        assertEquals(List.of(), List.copyOf(missing));
        assertEquals(List.of(), page.console());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (isMute && path.startsWith(FOLDER + "/api/")) {
            return;
        }
        try (exchange) {
            String name = path.equals(FOLDER + "/") ? "index.html" : path.replaceFirst("^" + FOLDER + "/", "");
            Path file = STATIC.resolve(name);
            String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            if (!Files.isRegularFile(file) || type == null) {
                missing.add(path);
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            byte[] body = name.equals("index.html") && !isMute
                    // as site/.vitepress/page.ts copies it
                    ? Files.readString(file).replace(" data-server", "").getBytes(StandardCharsets.UTF_8)
                    : Files.readAllBytes(file);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Test
    void parsesMakesAndPlansAndOpensParseInPlaceOfWhatNeedsAServer(Page page) {
        page.open("#workers");
        page.waitFor("#parse-title", "What is in an id?");
        assertEquals(0L, page.script("return document.querySelectorAll('[data-with-server]').length"));
        assertEquals(List.of("Parse", "Make", "Plan", "Documentation"), page.texts("nav a"));

        page.type("#parse-text", TWEET);
        page.press(Keys.ENTER);
        page.waitFor("#parse-result .readings")
                .findElement(By.xpath("//button[strong='Twitter']"))
                .click();
        page.waitFor("#parse-result .layout", LayoutPreset.TWITTER.layout().text());
        page.click("#parse-result .layout-line a");
        page.waitFor("#make-result .id", TWEET);
        page.type("#make-sequence", "7");
        page.press(Keys.ENTER);
        page.waitFor("#make-result .id", Long.toString(Long.parseLong(TWEET) + 7));
        page.script("location.hash = '#plan=31/12/20'");
        page.waitFor("#plan-result dd", "2094-01-19 03:14:08 UTC, in 6");

        assertEquals(List.of(), page.violations());
    }

    @Test
    void parsesIdsWhileAServerDoesNotAnswer(Page page) {
        isMute = true;

        page.open("#parse=" + TWEET + "&layout=twitter");

        page.waitFor("#parse-result .layout", LayoutPreset.TWITTER.layout().text());
        page.script("window.stop()"); // its request
    }
}
