package org.uidgenerator.server;

import java.util.Set;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.SegmentTable;

@Configuration(proxyBeanMethods = false)
class CounterConfiguration {
    @Bean
    SegmentIdGenerator segmentIdGenerator(DataSource dataSource, @Value("${uid.server.tags:}") Set<String> tags) {
        SegmentTable table = new SegmentTable(dataSource);
        table.createTable();
        tags.forEach(tag -> table.create(tag, 1));
        return SegmentIdGenerator.builder(table).build();
    }
}
