package org.uidgenerator.server;

import java.util.Map;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.segment.SegmentIdGenerator;
import org.uidgenerator.segment.db.SegmentTable;
import org.uidgenerator.worker.db.TableCreation;

/** The counters, in the table {@code SEGMENT} of the database. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CounterConfiguration.CounterProperties.class)
class CounterConfiguration {
    private static final Pattern EMBEDDED = Pattern.compile("jdbc:h2:(?!tcp:|ssl:).*");

    /**
     * What the properties {@code uid.segments.*} say.
     *
     * @param tableCreation On which databases the table is created when it is missing.
     * @param tags The counters by their tags. Others that are in the table are served, too.
     */
    @ConfigurationProperties("uid.segments")
    record CounterProperties(
            @DefaultValue("embedded") TableCreation tableCreation,
            @DefaultValue Map<String, Tag> tags) {

        /**
         * What is set for a tag.
         *
         * @param first First number of a counter that does not exist yet. Unless set, it must exist.
         */
        record Tag(@Nullable Long first) {}
    }

    @Bean
    SegmentIdGenerator segmentIdGenerator(JdbcTemplate jdbc, DataSource dataSource, CounterProperties properties) {
        SegmentTable table = new SegmentTable(dataSource);
        if (isToBeCreated(properties.tableCreation(), jdbc)) {
            table.createTable();
        }
        properties.tags().forEach((tag, counter) -> {
            if (counter.first() != null) {
                table.create(tag, counter.first());
            }
        });
        return SegmentIdGenerator.builder(table).build();
    }

    private static boolean isToBeCreated(TableCreation creation, JdbcTemplate jdbc) {
        return switch (creation) {
            case ALWAYS -> true;
            case NEVER -> false;
            case EMBEDDED ->
                Boolean.TRUE.equals(jdbc.execute((ConnectionCallback<Boolean>) connection ->
                        EMBEDDED.matcher(connection.getMetaData().getURL()).matches()));
        };
    }
}
