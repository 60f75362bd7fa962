package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.internal.BeanNames;
import org.uidgenerator.text.BusinessNumbers;

/** Which properties choose the counters of an id service. With a service that answers: in the module of the server. */
class RemoteSegmentsTest {
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        UidWorkerAutoConfiguration.class,
        UidSegmentAutoConfiguration.class,
        SslAutoConfiguration.class
    })
    static class Application {}

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(UidWorkerAutoConfiguration.class, UidSegmentAutoConfiguration.class));

    private static final String STORE = "--uid.segments.store=remote";
    private static final String SERVER = "--uid.segments.remote.servers=http://127.0.0.1:1";
    private static final String TAG = "--uid.segments.tags.orders=";

    @Test
    void areChosenByNameAlone() {
        context.withUserConfiguration(Databases.One.class)
                .withPropertyValues("uid.segments.store=remote", "uid.segments.remote.servers=http://127.0.0.1:1")
                .run(started -> {
                    assertThat(started.getBeanFactory().getType(BeanNames.SEGMENT_STORE))
                            .isEqualTo(RemoteSegmentStore.class);
                    assertThat(started.getBean(BeanNames.SEGMENT_STORE))
                            .hasToString("the id service at [http://127.0.0.1:1]");
                });
        context.withPropertyValues(
                        "uid.segments.store=remote",
                        "uid.segments.remote.servers=http://127.0.0.1:1",
                        "uid.segments.tags.orders.pattern={yy}{counter:5}")
                .run(started -> assertThat(started).hasNotFailed().hasSingleBean(BusinessNumbers.class));
    }

    @Test
    void namesTheProperties() {
        assertThat(FailureReports.of(Application.class, STORE, TAG))
                .contains("The counters could not start: uid.segments.remote.servers must be set:"
                        + " uid.segments.store=remote");
        assertThat(FailureReports.of(Application.class, STORE, TAG, "--uid.segments.remote.servers=ftp://ids"))
                .contains("a server must be http(s)://host[:port][/path], without a slash at the end: server=ftp://ids")
                .contains("uid.segments.remote.servers=ftp://ids (");
        assertThat(FailureReports.of(Application.class, STORE, SERVER, TAG, "--uid.segments.remote.service-id=ids"))
                .contains("uid.segments.remote.service-id must not be set if uid.segments.remote.servers is:"
                        + " uid.segments.remote.service-id=ids, uid.segments.remote.servers=[http://127.0.0.1:1]");
        assertThat(FailureReports.of(Application.class, STORE, SERVER, TAG, "--uid.segments.remote.timeout=0s"))
                .contains("uid.segments.remote.timeout must be positive: uid.segments.remote.timeout=PT0S");
        assertThat(FailureReports.of(Application.class, STORE, SERVER, TAG, "--uid.segments.expected-identity= "))
                .contains("uid.segments.expected-identity must not be blank: uid.segments.expected-identity=\"");
        assertThat(FailureReports.of(Application.class, STORE, SERVER, TAG, "--uid.segments.remote.ssl.bundle=none"))
                .contains("uid.segments.remote.ssl.bundle must be the name of an SSL bundle (spring.ssl.bundle):"
                        + " uid.segments.remote.ssl.bundle=none");
        assertThat(FailureReports.of(Application.class, STORE, SERVER, TAG, "--uid.segments.unknown-tags=create"))
                .contains("uid.segments.unknown-tags must be refuse if a service has the counters:"
                        + " uid.segments.unknown-tags=CREATE");
        assertThat(FailureReports.of(Application.class, STORE, SERVER, TAG, "--uid.segments.tags.orders.first=1"))
                .contains("the id service at [http://127.0.0.1:1] creates no counters");
        assertThat(FailureReports.of(
                        Application.class,
                        "--uid.segments.store=jdbc",
                        SERVER,
                        "--spring.datasource.url=jdbc:h2:mem:unheeded"))
                .contains("no bean heeds uid.segments.remote.servers=http://127.0.0.1:1")
                .contains("since uid.segments.store=jdbc");
    }
}
