package org.uidgenerator.server.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Makes the pictures of {@code docs/pictures}. Not a test of the build; to run it:
 *
 * <pre>{@code
 * ./mvnw -pl :uid-server -am test -Dtest=Screenshots -Dsurefire.failIfNoSpecifiedTests=false
 * }</pre>
 *
 * The fonts are those of the machine: Inter, JetBrains Mono and Noto Sans CJK ({@code apt-get install fonts-inter
 * fonts-jetbrains-mono fonts-noto-cjk}).
 */
@ExtendWith(PageExtension.class)
class Screenshots {
    private static final Path PICTURES = Path.of("../../docs/pictures");

    @Test
    void ofThePage(Page page) throws IOException {
        Files.createDirectories(PICTURES);
        picture(page, "page-parse", "#parse=1541815603606036480&layout=twitter", 1080, 820, "#parse-result .readings");
        page.systemTheme("dark");
        picture(page, "page-plan-dark", "#plan", 1080, 720, "#plan-result pre");
        picture(page, "page-workers-dark", "#workers", 1080, 720, "#workers-result table");
        page.systemTheme("light");
        picture(page, "page-generate", "#generate", 1080, 720, "#generate-result .digits");
        page.open("#plan");
        page.click("#language");
        page.waitFor("#plan-title", "规划布局");
        page.size(360, 740);
        page.screenshot(PICTURES.resolve("page-plan-phone-zh.png"));
    }

    private static void picture(Page page, String name, String hash, int width, int height, String awaited) {
        page.open(hash);
        page.size(width, height);
        page.waitFor(awaited);
        page.script("document.activeElement.blur()");
        page.screenshot(PICTURES.resolve(name + ".png"));
    }
}
