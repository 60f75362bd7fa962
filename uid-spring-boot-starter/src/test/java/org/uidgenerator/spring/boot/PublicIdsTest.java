package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.jackson.Jackson2PublicUidModule;
import org.uidgenerator.jackson.Jackson3PublicUidModule;
import org.uidgenerator.jackson.PublicUid;
import org.uidgenerator.jackson.PublicUidFormat;
import org.uidgenerator.permutation.UidPermutation;
import org.uidgenerator.spring.boot.internal.settings.PublicIdsProperties;
import org.uidgenerator.spring.boot.publicids.UidPublicIdsAutoConfiguration;
import org.uidgenerator.text.UidFormat;

/** Public forms of UIDs, as properties describe them. */
class PublicIdsTest {
    private static final String KEY = "000102030405060708090a0b0c0d0e0f";

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(UidPublicIdsAutoConfiguration.class));

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(UidPublicIdsAutoConfiguration.class)
    static class Application {}

    @Test
    void arePermutedUnderTheKeyAndWrittenInTheFormatThatAreSet() {
        PublicUidFormat expected =
                PublicUidFormat.of(UidPermutation.ofAllBits(HexFormat.of().parseHex(KEY)), UidFormat.BASE62);

        context.withPropertyValues("uid.public-ids.key=" + KEY, "uid.public-ids.format=base62")
                .run(started -> {
                    assertThat(started.getBean(PublicUidFormat.class)).hasToString(expected.toString());
                    assertThat(started.getBean(PublicUidFormat.class).format(7)).isEqualTo(expected.format(7));
                    assertThat(started).hasSingleBean(Jackson2PublicUidModule.class);
                    assertThat(started).hasSingleBean(Jackson3PublicUidModule.class);
                });
    }

    /** Otherwise a forgotten key would show UIDs as they are. */
    @Test
    void areRefusedWithoutAKey() {
        context.run(started -> {
            PublicUidFormat format = started.getBean(PublicUidFormat.class);
            String refusal =
                    "uid.public-ids.key must be set if @PublicUid is used: 32 hexadecimal digits, as \"openssl rand -hex 16\" makes them";
            assertThatThrownBy(() -> format.format(7)).hasMessage(refusal);
            assertThatThrownBy(() -> format.parse("7")).hasMessage(refusal);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "", "000102030405060708090a0b0c0d0e0g", "000102030405060708090a0b0c0d0e0f10"})
    void neverShowAKeyThatIsWrong(String key) {
        assertThat(FailureReports.of(Application.class, "--uid.public-ids.key=" + key))
                .isEqualTo(
                        "Description:\n\nuid.public-ids.key must be 32 hexadecimal digits, as \"openssl rand -hex 16\" makes them: it has "
                                + key.length() + " characters");
    }

    @Test
    void neverShowAKeyThatIsRight() {
        assertThat(new PublicIdsProperties(KEY, UidFormat.HEX)).hasToString("PublicIdsProperties[format=HEX]");
    }

    @Test
    void areThoseOfTheApplicationIfItHasAFormat() {
        PublicUidFormat own =
                PublicUidFormat.of(UidPermutation.ofAllBits(HexFormat.of().parseHex(KEY)), UidFormat.HEX);

        context.withBean(PublicUidFormat.class, () -> own)
                .run(started ->
                        assertThat(started.getBean(PublicUidFormat.class)).isSameAs(own));
    }

    @Test
    void needTheModule() {
        context.withClassLoader(new FilteredClassLoader(PublicUid.class))
                .run(started -> assertThat(started).doesNotHaveBean("publicUidFormat"));
    }
}
