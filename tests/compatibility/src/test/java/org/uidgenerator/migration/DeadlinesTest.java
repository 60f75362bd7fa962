package org.uidgenerator.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;

/** How long old and new may run side by side: the dates in docs/migration.md. */
class DeadlinesTest {
    private static final Instant BEGIN = Instant.parse("2026-11-21T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "LEAF,          2010-11-04T01:42:54.657Z",
        "COSID,         2019-12-24T16:00:00Z",
        "TSID,          2020-01-01T00:00:00Z",
        "BAIDU_EXAMPLE, 1985-01-01T00:00:00Z"
    })
    void areThoseOfThePage(LayoutPreset preset, Instant epoch) throws IOException {
        UidLayout old = preset.layout();
        UidLayout next = UidLayout.builder().epoch(epoch).build();
        Instant shown = next.decode(old.maxUid(BEGIN)).time();
        Instant deadline = old.decode(next.minUid(BEGIN)).time();

        assertThat(shown).as("all new UIDs are greater").isBefore(BEGIN);
        assertThat(deadline).as("old ids stay below the new ones for some time").isAfter(BEGIN);
        assertThat(Files.readString(Path.of("../../docs/migration.md")).lines())
                .anyMatch(line -> line.startsWith("| " + preset.text())
                        && line.endsWith(String.format(
                                Locale.ROOT,
                                "| %s | %s | %d days |",
                                shown.atOffset(ZoneOffset.UTC).toLocalDate(),
                                deadline.atOffset(ZoneOffset.UTC).toLocalDate(),
                                Duration.between(BEGIN, deadline).toDays())));
    }
}
