package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.uidgenerator.segment.SegmentTag;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.testing.PostgreSqlServer;

/** A table in a database whose catalogue has names in lower case. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgreSqlSegmentsTest {
    private final PostgreSqlServer server = PostgreSqlServer.shared();
    private final DataSource owner = new DriverManagerDataSource(server.url(server.newDatabase()));
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class, UidAutoConfiguration.class, UidSegmentAutoConfiguration.class))
            .withPropertyValues(
                    "uid.segments.jdbc.table-creation=always",
                    "uid.segments.min-step=100",
                    "uid.segments.tags.orders.first=1");

    @Test
    void isCreatedOnceAndThenUsedByAUserWithFewerRights() {
        context.withBean(DataSource.class, () -> owner)
                .run(first ->
                        assertThat(first.getBean(SegmentTag.class).getUID()).isEqualTo(1));

        new JdbcTemplate(owner).execute("CREATE ROLE clerk; GRANT SELECT, INSERT, UPDATE ON segment TO clerk");
        context.withBean(DataSource.class, () -> new ClerksConnections(owner))
                .run(second ->
                        assertThat(second.getBean(SegmentTag.class).getUID()).isEqualTo(2));
    }

    /** In which the owner has become a clerk. */
    private static final class ClerksConnections extends DelegatingDataSource {
        ClerksConnections(DataSource owner) {
            super(owner);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET ROLE clerk");
            }
            return connection;
        }
    }
}
