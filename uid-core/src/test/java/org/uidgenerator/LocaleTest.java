package org.uidgenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.text.LabelFormat;
import org.uidgenerator.text.SerialNumberFormat;
import org.uidgenerator.text.UidFormat;
import org.uidgenerator.worker.WorkerLease;

/** What is written for machines is the same where the default locale has digits of its own. */
class LocaleTest {
    private static final long UID = UidLayout.DEFAULT.encode(28_083_015, 7, 123);

    private final Locale before = Locale.getDefault();

    @BeforeEach
    void takesALocaleWithDigitsOfItsOwn() {
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        assertThat(String.format(Locale.getDefault(), "%d", 2026)).isEqualTo("٢٠٢٦");
    }

    @AfterEach
    void restoreTheLocale() {
        Locale.setDefault(before);
    }

    @Test
    void writesTheSameLayout() {
        assertThat(UidLayout.DEFAULT).hasToString("31/14/18 bits of PT1S from 2026-01-01T00:00:00Z");
        assertThat(LayoutPreset.TWITTER.layout())
                .hasToString("41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z");
        assertThatThrownBy(() -> UidLayout.of(28, 22, 14))
                .hasMessage("timeBits + workerBits + seqBits must be 63: 28 + 22 + 14 = 64");
    }

    @Test
    void writesTheSamePartsOfAUid() {
        try (UidGenerator generator = DefaultUidGenerator.builder(layout -> WorkerLease.neverReused(1))
                .build()) {
            assertThat(generator.parseUID(UID))
                    .isEqualTo(
                            "{\"UID\":\"120615630999912571\",\"timestamp\":\"2026-11-22 00:50:15\",\"workerId\":\"7\",\"sequence\":\"123\"}");
        }
    }

    @ParameterizedTest
    @EnumSource(UidFormat.class)
    void writesTheSameTexts(UidFormat format) {
        assertThat(format.format(UID)).isEqualTo(inEnglish(() -> format.format(UID)));
        assertThat(format.parse(format.format(UID))).isEqualTo(UID);
        LabelFormat label = new LabelFormat("INV-", format);
        assertThat(label.format(UID)).isEqualTo(inEnglish(() -> label.format(UID)));
    }

    @Test
    void writesTheSameSerialNumbers() {
        UidLayout layout = UidLayout.of(35, 9, 19);
        long uid = layout.encode(28_083_015, 7, 123);
        Supplier<String> number = () -> SerialNumberFormat.of("P{yyyyMMdd} {HHmmss} {worker:3} {sequence:6}", layout)
                .format(uid);

        assertThat(number.get()).isEqualTo("P20261122 005015 007 000123").isEqualTo(inEnglish(number));
    }

    private static String inEnglish(Supplier<String> text) {
        Locale here = Locale.getDefault();
        Locale.setDefault(Locale.ENGLISH);
        try {
            return text.get();
        } finally {
            Locale.setDefault(here);
        }
    }
}
