package org.uidgenerator.example.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The report that a developer reads who has set a wrong value in the example. */
@ExtendWith(OutputCaptureExtension.class)
class WrongPropertiesTest {
    @Test
    void areReportedWithTheirNamesAndWithoutAStackTrace(CapturedOutput output) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(Shop.class)
                        .properties("server.port=0", "spring.main.banner-mode=off")
                        .run("--spring.datasource.url=jdbc:h2:mem:wrong", "--uid.layout.time-bits=30"))
                .isNotNull();

        String printed = output.toString().replaceAll("\\R", "\n");
        String report = printed.substring(printed.indexOf("***************************"));
        assertThat(report).isEqualTo("""
                        ***************************
                        APPLICATION FAILED TO START
                        ***************************

                        Description:

                        A UID generator could not start: uid.layout.time-bits + uid.layout.worker-bits + uid.layout.seq-bits must be 63: 30 + 14 + 18 = 62

                            uid.layout.time-bits=30 ("uid.layout.time-bits" from property source "commandLineArgs")
                            uid.layout.worker-bits=14 (class path resource [application.properties] - 10:24)
                            uid.layout.seq-bits=18 (class path resource [application.properties] - 11:21)

                        """);
    }
}
