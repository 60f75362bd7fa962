package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.support.GenericApplicationContext;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidLayout;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;

class JavaConfigTest {

    @Configuration
    static class Database {
        @Bean
        HikariDataSource dataSource() {
            HikariDataSource dataSource = new HikariDataSource();
            dataSource.setJdbcUrl("jdbc:h2:mem:java-config");
            dataSource.setMaximumPoolSize(2);
            return dataSource;
        }
    }

    @Configuration
    @Import({Database.class, ExecutorShutdownOrder.class})
    static class WithBuilders {
        @Bean
        WorkerIdAssigner workerIdAssigner(DataSource dataSource) {
            return new DisposableWorkerIdAssigner(dataSource);
        }

        @Bean
        CachedUidGenerator uidGenerator(WorkerIdAssigner assigner) {
            return CachedUidGenerator.builder(assigner)
                    .layout(UidLayout.of(32, 18, 13))
                    .boostPower(4)
                    .build();
        }
    }

    @Configuration
    @Import(Database.class)
    static class WithFactoryBeans {
        @Bean
        DisposableWorkerIdAssignerFactoryBean workerIdAssigner() {
            return new DisposableWorkerIdAssignerFactoryBean();
        }

        @Bean
        CachedUidGeneratorFactoryBean uidGenerator() {
            CachedUidGeneratorFactoryBean uids = new CachedUidGeneratorFactoryBean();
            uids.setTimeBits(32);
            uids.setWorkerBits(18);
            uids.setSeqBits(13);
            uids.setBoostPower(4);
            return uids;
        }
    }

    @Configuration
    static class OnALazyDatabase {
        @Bean
        @Lazy
        HikariDataSource dataSource() {
            return new Database().dataSource();
        }

        @Bean
        CachedUidGenerator uidGenerator(@Lazy DataSource dataSource) {
            return CachedUidGenerator.builder(new DisposableWorkerIdAssigner(dataSource))
                    .layout(UidLayout.of(32, 18, 13))
                    .build();
        }
    }

    record Orders(UidGenerator uids) {}

    @Test
    void makesAGeneratorWithABuilder() {
        UidGenerator generator = startAndClose(WithBuilders.class);
        assertThat(generator.toString()).startsWith("uid-generator (").endsWith(" of 128 blocks)");
    }

    @Test
    void makesAGeneratorWithAFactoryBean() {
        UidGenerator generator = startAndClose(WithFactoryBeans.class);
        assertThat(generator.toString()).startsWith("uidGenerator (").endsWith(" of 128 blocks)");
    }

    /** Its thread makes the bean of the database while the one that waits for it makes the bean of the generator. */
    @Test
    void makesAGeneratorWhoseDatabaseIsABeanThatIsMadeOnlyThen() {
        UidGenerator generator = startAndClose(OnALazyDatabase.class);
        assertThat(generator.toString()).startsWith("uid-generator (");
    }

    private static UidGenerator startAndClose(Class<?> configuration) {
        UidGenerator generator;
        try (AnnotationConfigApplicationContext context =
                new AnnotationConfigApplicationContext(configuration, Orders.class)) {
            generator = context.getBean(Orders.class).uids();

            assertThat(generator).isSameAs(context.getBean(CachedUidGenerator.class));
            assertThat(generator.layout()).isEqualTo(UidLayout.of(32, 18, 13));
            assertThat(generator.decode(generator.getUID()).workerId()).isEqualTo(1);
        }
        assertThatThrownBy(generator::getUID).hasMessageEndingWith(" is closed");
        return generator;
    }

    // ---- two generators

    @Configuration
    static class Two {
        @Bean
        WorkerIdAssigner workerIdAssigner() {
            return new NumberedAssigner();
        }

        @Bean
        CachedUidGeneratorFactoryBean orderUids() {
            return new CachedUidGeneratorFactoryBean();
        }

        @Bean
        DefaultUidGeneratorFactoryBean invoiceUids() {
            return new DefaultUidGeneratorFactoryBean();
        }
    }

    record Shop(
            @Qualifier("orderUids") UidGenerator orders,
            @Qualifier("invoiceUids") UidGenerator invoices) {}

    @Test
    void tellsTwoGeneratorsApartByName() {
        try (AnnotationConfigApplicationContext context =
                new AnnotationConfigApplicationContext(Two.class, Shop.class)) {
            Shop shop = context.getBean(Shop.class);

            assertThat(shop.orders())
                    .isInstanceOf(CachedUidGenerator.class)
                    .asString()
                    .startsWith("orderUids (");
            assertThat(shop.invoices())
                    .isInstanceOf(DefaultUidGenerator.class)
                    .asString()
                    .startsWith("invoiceUids (");
            assertThat(workerId(shop.orders())).isNotEqualTo(workerId(shop.invoices()));
        }
    }

    private static long workerId(UidGenerator generator) {
        return generator.decode(generator.getUID()).workerId();
    }

    // ---- the database

    /** A context on the database, without annotations. */
    private static GenericApplicationContext start(String url) {
        GenericApplicationContext context = new GenericApplicationContext();
        context.registerBean("dataSource", HikariDataSource.class, () -> {
            HikariDataSource dataSource = new HikariDataSource();
            dataSource.setJdbcUrl(url);
            dataSource.setMaximumPoolSize(2);
            return dataSource;
        });
        context.registerBean("workerIdAssigner", DisposableWorkerIdAssignerFactoryBean.class);
        context.registerBean("uidGenerator", CachedUidGeneratorFactoryBean.class);
        context.refresh();
        return context;
    }

    @Test
    void aSecondStartGetsAnotherWorkerId(@TempDir Path directory) {
        String url = "jdbc:h2:file:" + directory.resolve("uids");
        long first;
        try (GenericApplicationContext context = start(url)) {
            first = workerId(context.getBean(UidGenerator.class));
        }
        try (GenericApplicationContext context = start(url)) {
            assertThat(workerId(context.getBean(UidGenerator.class))).isEqualTo(first + 1);
        }
    }

    @Test
    void asksTheDatabaseNoSoonerThanTheGeneratorIsMade() {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.registerBean("dataSource", NeverAsked.class, NeverAsked::new);
            context.registerBean("workerIdAssigner", DisposableWorkerIdAssignerFactoryBean.class);
            context.registerBean(
                    "uidGenerator", CachedUidGeneratorFactoryBean.class, definition -> definition.setLazyInit(true));
            context.refresh();

            assertThat(context.getBean("workerIdAssigner")).isInstanceOf(DisposableWorkerIdAssigner.class);
            assertThat(context.getBeanNamesForType(UidGenerator.class)).containsExactly("uidGenerator");
            assertThatThrownBy(() -> context.getBean("uidGenerator"))
                    .hasRootCauseMessage("the database was asked too early");
        }
    }
}
