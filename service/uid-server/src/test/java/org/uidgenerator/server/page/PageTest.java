package org.uidgenerator.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page in a real browser, once: {@link PageIT} has all that people do there. */
@ExtendWith(PageExtension.class)
class PageTest {
    // Slow: starts a server and a browser.
    @Test
    void makesAnIdAndReadsIt(Page page) {
        page.open("#generate");
        String uid = page.waitFor("#generate-result .id").getText();

        page.open("#parse=" + uid);

        page.waitFor("#parse-result .id", uid);
        assertEquals(List.of(), page.console());
    }
}
