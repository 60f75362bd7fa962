package org.uidgenerator.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.uidgenerator.test.internal.Patience;

/** The page of a running server, in Chromium without a window. */
final class Page implements AutoCloseable {
    static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    private static final List<String> FLAGS = List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--host-resolver-rules=MAP *.example 127.0.0.1",
            "--disable-features=LocalNetworkAccessChecks", // for pages of other sites, as in browsers without them
            "--lang=en");

    private final ChromeDriver driver;
    private final String axe;
    private Function<String, URI> address;

    /**
     * Opens a browser.
     *
     * @param address of a path and query where the page is
     */
    Page(Function<String, URI> address) {
        this.address = address;
        axe = resource("/axe.min.js");
        LoggingPreferences everything = new LoggingPreferences();
        everything.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(FLAGS);
        options.setCapability("goog:loggingPrefs", everything);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .usingAnyFreePort()
                        .build(),
                options);
        driver.executeCdpCommand(
                "Browser.grantPermissions",
                Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
    }

    /** Opens the page as a user does who has never been there. */
    void open(String hash) {
        size(1200, 900);
        driver.executeCdpCommand(
                "Storage.clearDataForOrigin", Map.of("origin", uri("").toString(), "storageTypes", "local_storage"));
        reopen(hash);
    }

    /** Opens the page again, with what it has kept. */
    void reopen(String hash) {
        driver.get("about:blank");
        driver.get(uri("/" + hash).toString());
        waitFor("html[data-ready]");
    }

    URI uri(String pathAndQuery) {
        return address.apply(pathAndQuery);
    }

    /** Is the page at another place from now on. */
    void at(Function<String, URI> another) {
        address = another;
    }

    /** Asks the server, as scripts of others do. */
    String get(String pathAndQuery) {
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri(pathAndQuery)).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void systemTheme(String theme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    void offline(boolean offline) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand(
                "Network.emulateNetworkConditions",
                Map.of("offline", offline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    /** Waits until an element is seen. */
    WebElement waitFor(String css) {
        return patiently().until(ExpectedConditions.visibilityOfElementLocated(By.cssSelector(css)));
    }

    /** Waits until an element that is seen has a text in it. */
    void waitFor(String css, String text) {
        patiently().until(ExpectedConditions.textToBePresentInElementLocated(By.cssSelector(css), text));
    }

    /** Waits until there are so many elements. */
    List<WebElement> waitFor(String css, int count) {
        return patiently().until(ExpectedConditions.numberOfElementsToBe(By.cssSelector(css), count));
    }

    private WebDriverWait patiently() {
        return new WebDriverWait(driver, Patience.LONGEST, Duration.ofMillis(20));
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<String> texts(String css) {
        return driver.findElements(By.cssSelector(css)).stream()
                .map(WebElement::getText)
                .toList();
    }

    void click(String css) {
        waitFor(css).click();
    }

    void type(String css, String text) {
        WebElement input = waitFor(css);
        input.clear();
        input.sendKeys(text);
    }

    /** Chooses an option by its value. */
    void choose(String css, String value) {
        new Select(waitFor(css)).selectByValue(value);
    }

    /** Presses keys where the focus is. */
    void press(CharSequence... keys) {
        Actions actions = new Actions(driver);
        for (CharSequence key : keys) {
            actions.sendKeys(key);
        }
        actions.perform();
    }

    void hover(String css) {
        new Actions(driver).moveToElement(waitFor(css)).perform();
    }

    Object script(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Runs the body of an async function. */
    Object async(String body, Object... arguments) {
        return driver.executeAsyncScript(
                "const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);" + "(async () => {"
                        + body + "})().then(done, error => done('' + error.stack));",
                arguments);
    }

    /**
     * Asserts that a script of the page says of each text what Java says, or refuses it with the same words.
     *
     * @param script the body of an async function with {@code said(of)}, which calls a function for each text
     */
    void assertSays(List<String> texts, String script, UnaryOperator<String> java) {
        openInEnglish();
        Object said = async("""
                const { Refusal } = await import("/page/problems.js");
                const said = (of) => given[0].map((text) => {
                  try {
                    return of(text);
                  } catch (error) {
                    if (error instanceof Refusal) {
                      return error.message;
                    }
                    throw error;
                  }
                });
                """ + script, texts);
        if (!(said instanceof List<?> answers)) {
            throw new AssertionError(said);
        }
        assertEquals(lines(texts, texts.stream().map(text -> saidBy(java, text)).toList()), lines(texts, answers));
    }

    /** Opens the page, unless it is open and speaks English. */
    void openInEnglish() {
        if (!driver.getCurrentUrl().startsWith(uri("/").toString())
                || !script("return document.documentElement.lang").equals("en")) {
            open("");
        }
    }

    private static String saidBy(UnaryOperator<String> java, String text) {
        try {
            return java.apply(text);
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private static String lines(List<String> texts, List<?> answers) {
        return IntStream.range(0, texts.size())
                .mapToObj(i -> texts.get(i) + " -> " + answers.get(i))
                .collect(Collectors.joining("\n"));
    }

    String clipboard() {
        return (String) async("return navigator.clipboard.readText();");
    }

    /** What the page has written to the console since the last call, and what the browser has said of it there. */
    List<String> console() {
        return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
                .map(LogEntry::getMessage)
                .toList();
    }

    /** A rule of axe-core that is broken, and where. */
    record Violation(String id, String help, List<Node> nodes) {
        record Node(String html, String summary) {}

        @SuppressWarnings("unchecked")
        static Violation of(Map<String, Object> rule) {
            List<Map<String, String>> nodes = (List<Map<String, String>>) rule.get("nodes");
            return new Violation(
                    (String) rule.get("id"),
                    (String) rule.get("help"),
                    nodes.stream()
                            .map(node -> new Node(node.get("html"), node.get("failureSummary")))
                            .toList());
        }
    }

    /** Runs axe-core with the rules of these names, or with all of them. */
    @SuppressWarnings("unchecked")
    List<Violation> violations(String... rules) {
        driver.executeScript(axe);
        List<Map<String, Object>> found = (List<Map<String, Object>>) async("""
                // What fades in is looked at when it is there.
                await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
                return (await axe.run(given[0].length ? { runOnly: given[0] } : {})).violations.map(({ id, help, nodes }) => ({
                  id, help, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
                }));
                """, List.of(rules));
        return found.stream().map(Violation::of).toList();
    }

    void screenshot(Path file) {
        try {
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
