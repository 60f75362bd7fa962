package org.uidgenerator.server.page;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.server.Servers;
import tools.jackson.databind.json.JsonMapper;

/** What people do on the page, in a real browser. */
@ExtendWith(PageExtension.class)
class PageIT {
    private static final String TWEET = "1541815603606036480";
    private static final List<String> VIEWS = List.of(
            "#generate",
            "#parse=" + TWEET + "&layout=twitter",
            "#parse=01890a5d-ac96-774b-bcce-b302099a8057",
            "#make=" + TWEET + "&layout=twitter",
            "#plan",
            "#workers",
            "#segments");

    private final List<String> refusals = new ArrayList<>();

    /** Only what a test expects is on the console: nothing, or what the browser says of an answer that refuses. */
    @AfterEach
    void leavesNothingOnTheConsole(Page page) {
        List<String> unexpected = page.console().stream()
                .filter(message -> refusals.stream().noneMatch(message::contains))
                .toList();
        assertEquals(List.of(), unexpected);
    }

    @Test
    void beginsWithAnIdOfThisServer(Page page) {
        page.open("");

        long uid = Long.parseLong(page.waitFor("#generate-result .id").getText());

        UidLayout layout = UidLayout.parse(page.find("#generate-result .layout").getText());
        Duration age = Duration.between(layout.decode(uid).time(), Instant.now());
        assertTrue(age.abs().compareTo(Duration.ofMinutes(1)) < 0, () -> "age=" + age);
        assertEquals(
                String.format(Locale.ROOT, "%64s", Long.toBinaryString(uid)).replace(' ', '0'),
                String.join("", page.texts("#generate-result .digits span")));
        assertEquals("Generate · UID Generator", page.script("return document.title"));
    }

    @Test
    void makesAsManyIdsAsAskedForAndCopiesThem(Page page) {
        page.open("#generate");
        long before = Long.parseLong(page.waitFor("#generate-result .id").getText());

        page.type("#generate-count", "100");
        page.press(Keys.ENTER);

        page.waitFor("#generate-result .ids li", 100);
        List<Long> uids = page.texts("#generate-result .ids li").stream()
                .map(Long::valueOf)
                .toList();
        assertEquals(uids.stream().sorted().distinct().toList(), uids);
        assertTrue(uids.get(0) > before);
        page.click("#generate-result .bar-of-list .copy");
        page.waitFor("#generate-result .bar-of-list .copy", "Copied");
        assertEquals(
                String.join("\n", uids.stream().map(uid -> Long.toString(uid)).toList()), page.clipboard());
    }

    @Test
    void makesRanges(Page page) {
        page.open("#generate");
        page.waitFor("#generate-result .id");

        page.type("#generate-count", "5000");
        page.script("document.querySelector('[value=ranges]').click()");
        page.click("#generate-form .primary");

        page.waitFor("#generate-result h2", "5,000 ids, ranges: ");
        String ranges = page.find("#generate-result h2").getText();
        assertTrue(ranges.matches("5,000 ids, ranges: \\d+"), ranges);
        assertTrue(page.texts("#generate-result .ranges small").get(0).endsWith("ids, 1 apart"));
    }

    @Test
    void showsTheRuleThatACountBreaksAtTheInput(Page page) throws Exception {
        refusals.add("/api/ids?count=10001");
        page.open("#generate");
        page.waitFor("#generate-result .id");

        page.type("#generate-count", "10001");
        page.press(Keys.ENTER);

        page.waitFor("#generate-view .problem", detailOf(page.get("/api/ids?count=10001")));
        assertEquals("true", page.find("#generate-count").getDomAttribute("aria-invalid"));
        assertEquals(
                page.find("#generate-view .problem").getDomAttribute("id"),
                page.find("#generate-count").getDomAttribute("aria-errormessage"));
        assertEquals(List.of(), page.texts("#generate-result .id"), "ids of before");
        page.click("#language");
        page.waitFor("#generate-title", "由此服务器生成 ID");
        assertEquals(List.of(), page.texts("#generate-result .id"), "ids of before, in another language");

        page.type("#generate-count", "2");
        page.press(Keys.ENTER);

        page.waitFor("#generate-result .ids li", 2);
        assertEquals(false, page.find("#generate-view .problem").isDisplayed());
    }

    @Test
    void readsAnIdFromTheAddressAsEachSystemDoesThatMayHaveMadeIt(Page page) {
        page.open("#parse=" + TWEET);

        page.waitFor("#parse-result .id", TWEET);
        WebElement twitter = page.waitFor(".readings li").findElement(By.xpath("//button[strong='Twitter']"));
        twitter.click();

        page.waitFor("#parse-result .layout", LayoutPreset.TWITTER.layout().text());
        assertEquals(List.of("Time", "Data centre", "Machine", "Sequence"), page.texts("#parse-result .fields .name"));
        assertEquals(
                List.of("11", "26", "0"),
                page.texts("#parse-result .fields .value").subList(1, 4));
        assertTrue(page.find("#parse-result .fields .note").getText().startsWith("2022-06-28 16:07:40.105 UTC, "));
        assertEquals(
                "Twitter", page.find(".readings [aria-pressed=true] strong").getText());
    }

    @ParameterizedTest
    @CsvSource({"Twitter, TWITTER, 2022-06-28 16:07:40.105 UTC", "Discord, DISCORD, 2016-04-30 11:18:25.796 UTC"})
    void showsAnExampleAsTheSystemThatItIsNamedAfter(String system, LayoutPreset preset, String time, Page page) {
        page.open("#parse");

        page.waitFor("#parse-view .examples");
        page.find("#parse-view .examples").findElement(By.linkText(system)).click();

        page.waitFor(".readings [aria-pressed=true] strong", system);
        assertEquals(preset.layout().text(), page.find("#parse-result .layout").getText());
        assertTrue(page.find("#parse-result .fields .note").getText().startsWith(time + ", "));
    }

    @Test
    void keepsTheLayoutThatAnIdIsReadInInTheAddress(Page page) {
        page.open("#parse=" + TWEET);
        page.waitFor(".readings li")
                .findElement(By.xpath("//button[strong='Hutool']"))
                .click();
        page.waitFor(".readings [aria-pressed=true] strong", "Hutool");
        page.click("#parse-result .big .copy:last-child");
        page.waitFor("#parse-result .big .copy:last-child", "Copied");

        String address = (String) page.script("return location.hash");
        page.open(address);

        assertEquals("#parse=" + TWEET + "&layout=hutool", address);
        assertEquals(page.uri("/" + address).toString(), page.clipboard());
        page.waitFor(".readings [aria-pressed=true] strong", "Hutool");
        page.type("#parse-text", "175928847299117063");
        page.press(Keys.ENTER);
        page.waitFor("#parse-result .id", "175928847299117063");
        String shown = page.find("#parse-result .layout").getText();
        String named = ((String) page.script("return location.hash")).replace("#parse=175928847299117063&layout=", "");
        assertTrue(shown.startsWith(LayoutPreset.layoutOf(named).text()), () -> named + " is shown as " + shown);
    }

    @Test
    void readsAnIdInALayoutTickAndEpochOfOnesOwn(Page page) {
        UidLayout layout = UidLayout.parse("41/10/12 bits of PT0.001S from 2020-02-03T00:00:00Z");
        long uid = layout.encode(Instant.parse("2024-05-06T07:08:09.123Z"), 345, 67);
        page.open("#parse");

        page.type("#parse-text", Long.toString(uid));
        page.click("#parse-form summary");
        page.type("#parse-layout", "41/10/12");
        page.choose("#parse-tick", "1");
        page.type("#parse-epoch", "2020-02-03");
        page.press(Keys.ENTER);

        page.waitFor("#parse-result .layout", layout.text());
        assertTrue(page.find("#parse-result .fields .note").getText().startsWith("2024-05-06 07:08:09.123 UTC, "));
        assertEquals(
                List.of("345", "67"), page.texts("#parse-result .fields .value").subList(1, 3));
        String address = (String) page.script("return location.hash");
        assertEquals("#parse=" + uid + "&layout=" + layout.text().replace(" ", "%20"), address);
        page.open(address);
        page.waitFor("#parse-result .layout", layout.text());
        assertEquals(
                List.of("41/10/12", "1", "2020-02-03T00:00:00Z"),
                Stream.of("layout", "tick", "epoch")
                        .map(name -> page.find("#parse-" + name).getDomProperty("value"))
                        .toList());

        page.type("#parse-layout", "twitter");
        page.type("#parse-epoch", "1420070400000");
        page.press(Keys.ENTER);

        page.waitFor("#parse-result .layout", LayoutPreset.DISCORD.layout().text());
        page.waitFor(".readings [aria-pressed=true] strong", "Discord");
        assertEquals("", page.find("#parse-layout").getDomProperty("value"), "one of the list");
    }

    @Test
    void showsTheRuleThatAnEpochBreaksAtTheInputAndNoIdOfBefore(Page page) {
        page.open("#parse=" + TWEET);
        page.waitFor("#parse-result .id", TWEET);

        page.click("#parse-form summary");
        page.type("#parse-epoch", "yesterday");
        page.press(Keys.ENTER);

        page.waitFor(
                "#parse-view .problem",
                "epoch must be a date, as 2026-01-01, an instant, as 2026-01-01T08:00:00Z, or Unix milliseconds, as 1767254400000: epoch=yesterday");
        assertEquals("true", page.find("#parse-epoch").getDomAttribute("aria-invalid"));
        assertEquals("parse-epoch", page.script("return document.activeElement.id"));
        page.click("#language");
        page.waitFor("#parse-view .problem", "epoch 必须是日期");
        assertEquals(List.of(), page.texts("#parse-result > *"));
    }

    @Test
    void readsAnIdInTheLayoutAndEpochOfTheAddress(Page page) {
        UidLayout layout = UidLayout.parse("39/3+5/8, worker last, bits of PT0.01S from 2020-02-03T04:05:06Z");
        Instant time = Instant.parse("2024-05-06T07:08:09.120Z");
        long uid = layout.encode(time, layout.workerId(5, 17), 200);

        page.open("#parse=" + uid + "&layout=" + layout.text().replace(" ", "%20"));

        page.waitFor("#parse-result .layout", layout.text());
        assertTrue(page.find("#parse-result .fields .note").getText().startsWith("2024-05-06 07:08:09.120 UTC, "));
        assertEquals(
                List.of("200", "5", "17"),
                page.texts("#parse-result .fields .value").subList(1, 4));
        assertEquals(
                "the layout of this address",
                page.find(".readings [aria-pressed=true] strong").getText());
        Object address = page.script("return location.hash");
        page.click(".readings li:last-child button");
        page.click(".readings li:first-child button");
        assertEquals(address, page.script("return location.hash"));
    }

    @Test
    void linksAnIdOfThisServerWithItsLayout(Page page) {
        page.open("");
        String uid = page.waitFor("#generate-result .id").getText();
        String layout = page.find("#generate-result .layout").getText();

        page.click("#generate-result .id");

        page.waitFor("#parse-result .layout", layout);
        assertEquals("#parse=" + uid + "&layout=" + layout.replace(" ", "%20"), page.script("return location.hash"));
    }

    @Test
    void refusesALayoutInTheAddressOfAnIdThatIsNone(Page page) {
        page.open("#parse=" + TWEET + "&layout=31/14");

        page.waitFor("#parse-view .problem", "layout=31/14");
        assertEquals("31/14", page.find("#parse-layout").getDomProperty("value"));
        assertEquals("true", page.find("#parse-layout").getDomAttribute("aria-invalid"));
    }

    @Test
    void readsAnIdInTheLayoutOfASystemThatCannotHaveMadeItYet(Page page) {
        page.open("#parse=" + Long.MAX_VALUE + "&layout=twitter");

        page.waitFor("#parse-result .layout", LayoutPreset.TWITTER.layout().text());
        assertTrue(page.find("#parse-result .fields .note").getText().startsWith("2080-07-10 17:30:30.208 UTC, "));
    }

    @Test
    void readsIdsWhileTheServerDoesNotAnswer(Page page) {
        refusals.add("ERR_INTERNET_DISCONNECTED");
        page.open("#parse");

        page.offline(true);
        page.type("#parse-text", TWEET);
        page.press(Keys.ENTER);
        page.waitFor("#parse-result .id", TWEET);
        page.offline(false);
    }

    @Test
    void putsAnIdTogetherFromPartsOfOnesOwn(Page page) {
        page.open("#make");
        page.waitFor("#make-result .id");

        page.type("#make-layout", "twitter");
        page.type("#make-time", "2022-06-28T16:07:40.105Z");
        page.type("#make-dataCenterId", "11");
        page.type("#make-machineId", "26");
        assertEquals(false, page.find("#make-workerId").isDisplayed());
        page.press(Keys.ENTER);

        page.waitFor("#make-result .id", TWEET);
        assertEquals("#make=" + TWEET + "&layout=twitter", page.script("return location.hash"));
        assertEquals(
                List.of("11", "26", "0"),
                page.texts("#make-result .fields .value").subList(1, 4));
        page.click("#make-result .copy:last-child");
        page.waitFor("#make-result .copy:last-child", "Copied");
        assertEquals(page.script("return location.href"), page.clipboard());
        page.click("#make-result .id");
        page.waitFor("#parse-result .layout", LayoutPreset.TWITTER.layout().text());
    }

    @Test
    void changesThePartsOfAnIdInTheAddress(Page page) {
        UidLayout layout = UidLayout.parse("39/16/8, worker last, bits of PT0.01S from 2020-02-03T04:05:06Z");
        Instant time = Instant.parse("2024-05-06T07:08:09.120Z");
        page.open("#parse=" + layout.encode(time, 1234, 200) + "&layout="
                + layout.text().replace(" ", "%20"));

        page.click("#parse-result .layout-line a");
        page.waitFor("#make-result .id", Long.toString(layout.encode(time, 1234, 200)));
        assertEquals(
                List.of(
                        "39/16/8, worker last",
                        "10",
                        "2020-02-03T04:05:06Z",
                        "2024-05-06T07:08:09.120Z",
                        "1234",
                        "200"),
                Stream.of("layout", "tick", "epoch", "time", "workerId", "sequence")
                        .map(name -> page.find("#make-" + name).getDomProperty("value"))
                        .toList());
        page.type("#make-workerId", "5");
        page.type("#make-epoch", "2021-01-01");
        page.press(Keys.ENTER);

        UidLayout changed =
                layout.toBuilder().epoch(Instant.parse("2021-01-01T00:00:00Z")).build();
        page.waitFor("#make-result .id", Long.toString(changed.encode(time, 5, 200)));
        page.waitFor("#make-result .layout", changed.text());
    }

    @Test
    void refusesPartsThatDoNotFitWithTheWordsOfUidLayoutAndShowsNoIdOfBefore(Page page) {
        page.open("#make=" + TWEET + "&layout=twitter");
        page.waitFor("#make-result .id", TWEET);

        page.type("#make-machineId", "32");
        page.press(Keys.ENTER);

        page.waitFor(
                "#make-view .problem", "machineId must be in [0, 31] (workerBits - dataCenterBits=5): machineId=32");
        assertEquals("make-machineId", page.script("return document.activeElement.id"));
        assertEquals(List.of(), page.texts("#make-result > *"));
        page.type("#make-machineId", "many");
        page.press(Keys.ENTER);
        page.waitFor("#make-view .problem", "machineId=many");
        page.type("#make-time", "2010-01-01");
        page.press(Keys.ENTER);
        page.waitFor(
                "#make-view .problem",
                "time must be in [2010-11-04T01:42:54.657Z, 2080-07-10T17:30:30.209Z): time=2010-01-01T00:00:00Z");
    }

    @Test
    void asksTheServerForItsLayoutAndForNothingElseToReadAndMakeIds(Page page) {
        page.open("#make");
        page.waitFor("#make-result .id");
        page.click("#make-form .primary");
        page.click("#make-result .id");
        page.waitFor("#parse-result .id");

        assertEquals(
                List.of("/api/layout"),
                page.script("return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"
                        + ".filter(path => path.startsWith('/api/'))"));
    }

    @Test
    void drawsTheFieldsToScale(Page page) {
        page.open("#parse=" + TWEET);
        page.waitFor("#parse-result .bar");

        List<Long> widths = Stream.of("time", "dataCenterId", "machineId", "sequence")
                .map(field -> page.find("#parse-result .hero .bar ." + field)
                        .getSize()
                        .getWidth())
                .map(width -> Math.round(width
                        * 64.0
                        / page.find("#parse-result .hero .bar").getSize().getWidth()))
                .toList();

        assertEquals(List.of(41L, 5L, 5L, 12L), widths);
    }

    @Test
    void lightsAFieldUpUnderThePointerAndWithTheFocus(Page page) {
        page.open("#parse=" + TWEET);

        page.hover("#parse-result .bar .machineId");
        assertEquals(
                List.of("machineId"),
                page.script(
                        "return [...new Set([...document.querySelectorAll('#parse-result .at')].map(e => e.dataset.field))]"));

        page.script("document.querySelector('#parse-result .bar .sequence').focus()");
        assertEquals(
                List.of("sequence"),
                page.script(
                        "return [...new Set([...document.querySelectorAll('#parse-result .at')].map(e => e.dataset.field))]"));
        assertEquals(
                "Sequence, 12 bits, 11 to 0, 0",
                page.find("#parse-result .bar .sequence").getDomAttribute("aria-label"));
    }

    @Test
    void readsIdsThatAreNoNumbersAndLinksToThem(Page page) {
        page.open("#parse");

        page.type("#parse-text", "01890a5d-ac96-774b-bcce-b302099a8057");
        page.press(Keys.ENTER);

        page.waitFor("#parse-result dd", "UUID version 7");
        assertTrue(page.texts("#parse-result dd").get(1).startsWith("2023-06-30 03:34:18.518 UTC, "));
        assertEquals("#parse=01890a5d-ac96-774b-bcce-b302099a8057", page.script("return location.hash"));
    }

    @Test
    void readsIdsWhoseTimeIsFinerThanAMillisecond(Page page) {
        page.open("#parse=c232ab01-9414-11ec-b3c8-9f6bdeced846");

        page.waitFor("#parse-result dd", "UUID version 1");
        assertTrue(page.texts("#parse-result dd").get(1).startsWith("2022-02-22 19:22:22 UTC, "));
    }

    @Test
    void refusesATextThatIsNoIdWithTheWordsOfTheServer(Page page) throws Exception {
        page.open("#parse=%3Cb%3Eno");

        page.waitFor("#parse-view .problem", detailOf(page.get("/api/parse?text=%3Cb%3Eno")));
        assertEquals("alert", page.find("#parse-view .problem").getDomAttribute("role"));
        assertEquals("parse-text", page.script("return document.activeElement.id"));
    }

    @Test
    void saysThatTheServerDoesNotAnswer(Page page) {
        refusals.add("ERR_INTERNET_DISCONNECTED");
        page.open("#generate");
        page.waitFor("#generate-result .id");

        page.offline(true);
        page.click("#generate-form .primary");
        page.waitFor("#generate-view .problem", "The server does not answer.");
        page.offline(false);
        page.click("#generate-form .primary");

        page.waitFor("#generate-view .problem[hidden]", 1);
    }

    @Test
    void asksForTheTokenThatAServerWants(Page page) {
        refusals.add(" 401 ");
        page.at(Servers.guarded()::uri);
        try {
            page.open("#workers");
            page.waitFor("#workers-view .problem", "401 Unauthorized");

            page.type("#token", Servers.OPERATOR);
            page.press(Keys.ENTER);

            page.waitFor("#workers-result tr.self td", "0");
            assertEquals(false, page.find("#token-form").isDisplayed());
        } finally {
            page.script("sessionStorage.clear()");
            page.at(Servers.open()::uri);
        }
    }

    @Test
    void plansFromTheDefaultLayout(Page page) {
        page.open("#plan");

        page.waitFor("#plan-result dd", "2094-01-19 03:14:08 UTC, in 6");
        assertEquals(
                List.of(
                        "16,384",
                        "8,192 processes, all of which may be killed and started again",
                        "262,144 ids a second",
                        "4.29 billion ids a second"),
                page.texts("#plan-result dd").subList(1, 5));
        assertEquals(
                "UID Generator", page.script("return document.getElementById('plan-preset').selectedOptions[0].text"));
        assertTrue(page.texts("#plan-result dd").contains("9223372036854775807"));
    }

    @Test
    void plansWithTheKeyboardAndKeepsThePlanInTheAddress(Page page) {
        page.open("#plan");
        page.waitFor("#plan-result dd");

        page.script("document.getElementById('plan-worker').focus()");
        page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);

        page.waitFor("#plan-seq-value", "20");
        assertEquals("#plan=31/12/20", page.script("return location.hash"));
        page.waitFor("#plan-result dd", "2094-01-19");
        assertEquals("4,096", page.texts("#plan-result dd").get(1));
        page.reopen("#plan=31/12/20");
        page.waitFor("#plan-seq-value", "20");
    }

    @Test
    void copiesALinkWithAllFiguresOfAPlan(Page page) {
        page.open("#plan=sonyflake&rate=50000&starts=200");
        page.waitFor("#plan-result dt", "Ends");
        List<String> figures = page.texts("#plan-result dt");

        page.click("#plan-bits .copy");
        page.waitFor("#plan-bits .copy", "Copied");
        String link = page.clipboard();

        assertEquals(
                page.uri(
                                "/#plan=39/16/8,%20worker%20last,%20bits%20of%20PT0.01S%20from%202014-09-01T00:00:00Z&rate=50000&starts=200")
                        .toString(),
                link);
        assertTrue(figures.containsAll(List.of("At 50,000 a second", "At 200 starts a day")), figures::toString);
        page.open(link.substring(link.indexOf('#')));
        page.waitFor("#plan-result dt", "Ends");
        assertEquals(figures, page.texts("#plan-result dt"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z",
                "41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z",
                "39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z",
                "32/8/13 bits of PT1H1M1.5S from 2026-03-04T05:06:07.008Z",
            })
    void writesAPlannedLayoutForAnApplication(String text, Page page) {
        page.open("#plan=" + text.replace(" ", "%20"));

        page.waitFor("#plan-result pre", text);

        List<String> snippets = page.texts("#plan-result pre");
        assertAll(
                () -> assertEquals(
                        text, snippets.get(0).lines().findFirst().orElseThrow().replace("uid.layout.text=", "")),
                () -> assertTrue(snippets.get(1).contains("<property name=\"layout\" value=\"" + text + "\"/>")),
                () -> assertEquals("UidLayout layout = UidLayout.parse(\"" + text + "\");", snippets.get(2)));
        page.click("#plan-result .snippet .copy");
        page.waitFor("#plan-result .snippet .copy", "Copied");
        assertEquals(snippets.get(0), page.clipboard());
    }

    @Test
    void refusesAPlanWithTheWordsOfUidLayout(Page page) {
        page.open("#plan=31/14/18");
        page.waitFor("#plan-result dd");

        page.script("const slider = document.getElementById('plan-time'); slider.value = 55;"
                + "slider.dispatchEvent(new InputEvent('input', {bubbles: true}))");

        page.waitFor("#plan-view .problem", "seqBits must be in [1, 40]: seqBits=-6");
        page.type("#plan-epoch", "yesterday");
        page.waitFor(
                "#plan-view .problem",
                "epoch must be a date, as 2026-01-01, an instant, as 2026-01-01T08:00:00Z, or Unix milliseconds, as 1767254400000: epoch=yesterday");
        assertEquals(List.of(), page.texts("#plan-result > *"));
    }

    @Test
    void refusesALayoutInTheAddressThatIsNone(Page page) {
        page.open("#plan=31/14");

        page.waitFor("#plan-view .problem", "layout=31/14");
    }

    @Test
    void listsTheWorkerIdOfThisServer(Page page) {
        page.open("#workers");

        page.waitFor("#workers-result tr.self td", "0");

        assertEquals("in use", page.find("#workers-result tr.self .state").getText());
        assertTrue(page.texts("#workers-result tr.self td").get(2).endsWith("· this server"));
        assertTrue(page.texts("#workers-result dt")
                .containsAll(List.of("Worker id", "Reserved until", "Clock ahead of the store")));
    }

    @Test
    void showsNoWorkerIdsOfBeforeBesideAnError(Page page) {
        refusals.add("ERR_INTERNET_DISCONNECTED");
        page.open("#workers");
        page.waitFor("#workers-result tr.self td", "0");

        page.offline(true);
        page.click("#workers-reload");
        page.waitFor("#workers-view .problem", "The server does not answer.");
        page.offline(false);

        assertEquals(List.of(), page.texts("#workers-result > *"));
        page.click("#language");
        page.waitFor("#workers-view .problem", "服务器没有应答");
        assertEquals(List.of(), page.texts("#workers-result > *"));
    }

    @Test
    void takesNumbersOfATagAndListsIt(Page page) {
        page.open("#segments");

        page.type("#segments-tag", "orders");
        page.type("#segments-count", "3");
        page.press(Keys.ENTER);

        List<WebElement> numbers = page.waitFor("#segments-ids .ids li", 3);
        long first = Long.parseLong(numbers.get(0).getText());
        assertEquals(
                List.of(first, first + 1, first + 2),
                numbers.stream().map(number -> Long.parseLong(number.getText())).toList());
        page.waitFor("#segments-result tbody", "orders");

        refusals.add("/api/segments/orders/ids?count=none");
        page.type("#segments-count", "none");
        page.press(Keys.ENTER);
        page.waitFor("#segments-view .problem", "count=none");
        page.click("#language");
        page.waitFor("#segments-title", "计数器");
        assertEquals(List.of(), page.texts("#segments-ids .ids li"), "numbers of before");
    }

    @Test
    void speaksChineseAndRemembersIt(Page page) {
        page.open("#plan");
        page.waitFor("#plan-result dd");
        assertEquals("en", page.script("return document.documentElement.lang"));

        page.click("#language");

        page.waitFor("#plan-title", "规划布局");
        page.waitFor("#plan-result dd", "年后");
        page.reopen("#parse=" + TWEET);
        page.waitFor("#parse-result .fields .name", "时间");
        assertEquals("zh-CN", page.script("return document.documentElement.lang"));
        assertEquals("解析 · UID Generator", page.script("return document.title"));
        page.click("#language");
        page.waitFor("#parse-title", "What is in an id?");
    }

    @Test
    void saysInChineseWhatIsWrong(Page page) {
        page.open("#parse=none-of-them");
        page.waitFor("#parse-view .problem strong", "Not an id");

        page.click("#language");

        page.waitFor("#parse-view .problem strong", "无法识别");
        page.waitFor("#parse-view .problem span", "UID 必须是数，例如 12345 或 0x3039：uid=none-of-them");
        page.reopen("#parse=" + TWEET + "&layout=31/14");
        page.waitFor("#parse-view .problem strong", "不是有效的布局");
        page.waitFor("#parse-view .problem span", "布局必须是时间、worker id、序列号的位数");
        page.reopen("#plan=60/2/2");
        page.waitFor("#plan-view .problem span", "timeBits + workerBits + seqBits 必须在 [3, 63] 之内：60 + 2 + 2 = 64");
    }

    @Test
    void marksWhatTheServerSaysInEnglishOnTheChinesePage(Page page) {
        refusals.add("/api/ids?count=");
        page.open("#generate");
        page.waitFor("#generate-result .id");
        page.click("#language");

        page.type("#generate-count", "none");
        page.press(Keys.ENTER);

        page.waitFor("#generate-view .problem strong", "400 数量必须是规定范围内的整数");
        page.waitFor("#generate-view .problem", "服务器的说明（英文）：count must be a whole number from 1 to 10000: count=none");
        assertEquals(
                "count must be a whole number from 1 to 10000: count=none",
                page.find("#generate-view .problem [lang=en]").getText());
        assertEquals(List.of(), english(page));
    }

    @Test
    void speaksNoEnglishOnTheChinesePage(Page page) {
        page.open("#generate");
        page.click("#language");
        List<String> english = new ArrayList<>();
        for (String view : Stream.concat(
                        VIEWS.stream(),
                        Stream.of(
                                "#parse=00000000-0000-0000-0000-000000000000",
                                "#parse=01890a5d-ac96-774b-1cce-b302099a8057",
                                "#parse=-1",
                                "#parse=-9223372036854775809",
                                "#parse=9223372036854775808",
                                "#parse=18446744073709551616",
                                "#parse=1&layout=missing",
                                "#parse=9007199254740993&layout=javascript",
                                "#make=none",
                                "#plan=31/14/19",
                                "#plan=31/14/18 bits of PT0S from 2026-01-01T00:00:00Z"))
                .toList()) {
            page.script("location.hash = arguments[0]", view);
            page.waitFor("section:not([hidden]) [id$=-result] > *, section:not([hidden]) [data-problem]:not([hidden])");
            english(page).forEach(sentence -> english.add(view + ": " + sentence));
        }
        assertEquals(List.of(), english);
    }

    /**
     * What is seen of three and more words in letters from A to Z, and is not said to be English: sentences, but not
     * names.
     */
    private static List<?> english(Page page) {
        return (List<?>) page.script("""
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                const found = [];
                while (walker.nextNode()) {
                  const { parentElement: parent, data } = walker.currentNode;
                  const isChinese = parent.closest("[lang]").lang === "zh-CN";
                  if (isChinese && parent.checkVisibility() && !parent.closest("pre, code, .layout, .ids")) {
                    found.push(...(data.replace(/bits of \\S+ from/g, "").match(/([A-Za-z']+ ){2,}[A-Za-z]+/g) ?? []));
                  }
                }
                return found;
                """);
    }

    @Test
    void saysInChineseThatTheServerDoesNotAnswer(Page page) {
        refusals.add("ERR_INTERNET_DISCONNECTED");
        page.open("#generate");
        page.waitFor("#generate-result .id");

        page.offline(true);
        page.click("#generate-form .primary");
        page.waitFor("#generate-view .problem", "The server does not answer.");
        page.offline(false);
        page.click("#language");

        page.waitFor("#generate-view .problem", "服务器没有应答");
    }

    @Test
    void isDarkWhereTheSystemIsOrSomebodyWantsItAndRemembersThat(Page page) {
        String background = "return getComputedStyle(document.documentElement).backgroundColor";
        page.systemTheme("light");
        page.open("");
        Object light = page.script(background);

        page.systemTheme("dark");
        Object dark = page.script(background);
        page.click("#theme");
        page.reopen("");
        Object chosenLight = page.script(background);
        page.click("#theme");
        Object systemAgain = page.script(background);
        page.systemTheme("light");

        assertEquals(List.of("rgb(251, 250, 248)", "rgb(21, 22, 24)"), List.of(light, dark));
        assertEquals(List.of(light, dark), List.of(chosenLight, systemAgain));
    }

    @Test
    void letsTheKeyboardSkipToTheContent(Page page) {
        page.open("#plan");

        page.press(Keys.TAB);
        assertEquals("Skip to the content", page.script("return document.activeElement.textContent"));
        page.press(Keys.ENTER);

        assertEquals("main", page.script("return document.activeElement.id"));
        assertEquals("#plan=31/14/18", page.script("return location.hash"));
    }

    @Test
    void isNotWiderThanAPhone(Page page) {
        page.open("#generate");
        page.size(360, 740);
        List<String> wide = new ArrayList<>();
        for (String view : VIEWS) {
            page.script("location.hash = arguments[0]", view);
            settle(page, view);
            Object width = page.script("return document.documentElement.scrollWidth");
            if (!width.equals(360L)) {
                wide.add(view + " " + width);
            }
        }
        assertEquals(List.of(), wide);
    }

    @Test
    void keepsNobodyOutByDayOrNight(Page page) {
        page.open("#generate");
        List<String> violations = new ArrayList<>();
        for (String view : VIEWS) {
            page.script("location.hash = arguments[0]", view);
            settle(page, view);
            page.violations().forEach(violation -> violations.add(view + " " + violation));
            page.systemTheme("dark");
            page.violations("color-contrast").forEach(violation -> violations.add(view + ", dark: " + violation));
            page.systemTheme("light");
        }
        assertEquals(List.of(), violations);
    }

    /** Waits for what a view shows when its answer has come. */
    private static void settle(Page page, String view) {
        String name = view.substring(1).replaceAll("=.*", "");
        page.waitFor("#" + name + "-result > *");
        if (view.contains("bcce")) {
            page.waitFor("#parse-result dd", "UUID");
        }
    }

    private static String detailOf(String problem) {
        return new JsonMapper().readTree(problem).get("detail").asString();
    }
}
