package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.ClassPathXmlApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;

class OriginalXmlTest {

    record Orders(UidGenerator uids) {}

    record Invoices(CachedUidGenerator uids) {}

    private static ClassPathXmlApplicationContext start(String xml) {
        return new ClassPathXmlApplicationContext(xml, OriginalXmlTest.class);
    }

    private static void assertIsMadeByTheLastStart(UidGenerator generator, ApplicationContext context) {
        Long workerId = new JdbcTemplate(context.getBean("dataSource", DataSource.class))
                .queryForObject("SELECT MAX(ID) FROM WORKER_NODE", Long.class);
        DecodedUid uid = generator.decode(generator.getUID());
        assertThat(uid.workerId()).isEqualTo(workerId);
        assertThat(uid.time())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    }

    @Test
    void startsACachedGenerator() {
        try (ClassPathXmlApplicationContext context = start("original-cached.xml")) {
            CachedUidGenerator generator = context.getBean(CachedUidGenerator.class);

            assertThat(generator.toString())
                    .startsWith("cachedUidGenerator (29/21/13 bits of PT1S from 2016-09-20T00:00:00Z, ")
                    .endsWith(" of 64 blocks)");
            assertIsMadeByTheLastStart(generator, context);
            assertThat(context.getBean(CountingPutHandler.class).rejected).hasValueGreaterThan(0);
        }
    }

    @Test
    void injectsTheGeneratorByEitherType() {
        try (ClassPathXmlApplicationContext context = start("original-cached.xml")) {
            UidGenerator generator = context.getBean("cachedUidGenerator", UidGenerator.class);

            assertThat(context.getBean(Orders.class).uids()).isSameAs(generator);
            assertThat(context.getBean(Invoices.class).uids()).isSameAs(generator);
        }
    }

    @Test
    void startsADefaultGenerator() {
        try (ClassPathXmlApplicationContext context = start("original-default.xml")) {
            DefaultUidGenerator generator = context.getBean(DefaultUidGenerator.class);

            assertThat(generator)
                    .hasToString("defaultUidGenerator (29/21/13 bits of PT1S from 2016-09-20T00:00:00Z)")
                    .isSameAs(context.getBean(Orders.class).uids());
            assertThat(generator.layout().tick()).isEqualTo(Duration.ofSeconds(1));
            assertIsMadeByTheLastStart(generator, context);
        }
    }

    @Test
    void takesTheDataSourceOfThatNameBesideTheOneItInheritsFrom() {
        try (ClassPathXmlApplicationContext context = start("original-data-sources.xml")) {
            assertThat(context.getBeanNamesForType(DataSource.class)).hasSize(2);
            assertIsMadeByTheLastStart(context.getBean(UidGenerator.class), context);
        }
    }

    @Test
    void refusesTheExpiredDefaultsOfTheOriginal() {
        Throwable failure = catchThrowable(() -> start("original-expired.xml"));

        assertThat(failure).isInstanceOf(BeanCreationException.class);
        assertThat(failure)
                .rootCause()
                .isExactlyInstanceOf(UidGenerateException.class)
                .hasMessageMatching(
                        "the time bits are used up: timeBits=28 hold ticks up to 268435455, wanted tick=\\d+\\."
                                + " The layout 28/22/13 bits of PT1S from 2016-05-20T00:00:00Z ends at 2024-11-20T21:24:16Z\\."
                                + " A layout with more timeBits or a later epoch may repeat its UIDs: docs/migration.md shows how to continue above them");
    }
}
