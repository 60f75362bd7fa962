package org.uidgenerator.spring.boot;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Contexts with databases. */
final class Databases {
    private static final AtomicInteger MADE = new AtomicInteger();

    private Databases() {}

    /** Makes an empty database in memory. */
    static JdbcDataSource h2() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setUrl(String.format(Locale.ROOT, "jdbc:h2:mem:boot%d;DB_CLOSE_DELAY=-1", MADE.incrementAndGet()));
        return dataSource;
    }

    @Configuration(proxyBeanMethods = false)
    static class One {
        @Bean
        DataSource dataSource() {
            return h2();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Two {
        @Bean
        DataSource a() {
            return h2();
        }

        @Bean
        DataSource b() {
            return h2();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OneIsPrimary {
        @Bean
        DataSource a() {
            return h2();
        }

        @Bean
        @Primary
        DataSource b() {
            return h2();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OneIsMarked {
        @Bean
        @UidStore
        DataSource a() {
            return h2();
        }

        @Bean
        @Primary
        DataSource b() {
            return h2();
        }
    }
}
