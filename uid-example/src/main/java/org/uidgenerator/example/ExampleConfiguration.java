package org.uidgenerator.example;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.spring.CachedUidGeneratorFactoryBean;
import org.uidgenerator.worker.db.DisposableWorkerIdAssigner;

/** A database, a worker id from it, and a generator of 31/14/18 bits: 16,384 launches, 262,144 UIDs a second each. */
@Configuration(proxyBeanMethods = false)
class ExampleConfiguration {
    @Bean
    HikariDataSource dataSource(@Value("${example.database}") String file) {
        HikariDataSource dataSource = new HikariDataSource();
        dataSource.setJdbcUrl("jdbc:h2:file:" + file);
        return dataSource;
    }

    @Bean
    CachedUidGeneratorFactoryBean uidGenerator(DataSource dataSource) {
        CachedUidGeneratorFactoryBean generator = new CachedUidGeneratorFactoryBean();
        generator.setWorkerIdAssigner(new DisposableWorkerIdAssigner(dataSource));
        generator.setTimeBits(31);
        generator.setWorkerBits(14);
        generator.setSeqBits(18);
        generator.setBoostPower(3);
        return generator;
    }

    @Bean
    Orders orders(UidGenerator uidGenerator) {
        return new Orders(uidGenerator);
    }
}
