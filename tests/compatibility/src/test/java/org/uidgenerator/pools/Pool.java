package org.uidgenerator.pools;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.uidgenerator.testing.PgBouncerServer;

/**
 * Pools and proxies between the stores and a database, set up as by the properties of an application. They are named by
 * text, because their jars are on the class path of these tests alone.
 */
enum Pool {
    HIKARI {
        @Override
        DataSource over(Server server, String url) throws Exception {
            return hikari(Map.of("jdbcUrl", url));
        }
    },

    DRUID {
        @Override
        DataSource over(Server server, String url) throws Exception {
            return pool("com.alibaba.druid.pool.DruidDataSource", Map.of("url", url, "filters", "stat,wall,slf4j"));
        }
    },

    TOMCAT {
        @Override
        DataSource over(Server server, String url) throws Exception {
            return pool(
                    "org.apache.tomcat.jdbc.pool.DataSource", Map.of("url", url, "driverClassName", server.driver()));
        }
    },

    DBCP2 {
        @Override
        DataSource over(Server server, String url) throws Exception {
            return pool("org.apache.commons.dbcp2.BasicDataSource", Map.of("url", url));
        }
    },

    P6SPY {
        @Override
        DataSource over(Server server, String url) throws Exception {
            System.setProperty("p6spy.config.appender", "com.p6spy.engine.spy.appender.Slf4JLogger");
            return HIKARI.over(server, url.replaceFirst("jdbc:", "jdbc:p6spy:"));
        }
    },

    DYNAMIC_DATASOURCE {
        @Override
        DataSource over(Server server, String url) throws Exception {
            Map<String, DataSource> sources = Map.of("master", HIKARI.over(server, url));
            Class<?> provider = Class.forName("com.baomidou.dynamic.datasource.provider.DynamicDataSourceProvider");
            Object master = Proxy.newProxyInstance(
                    provider.getClassLoader(), new Class<?>[] {provider}, (proxy, method, arguments) -> sources);
            Class<?> type = Class.forName("com.baomidou.dynamic.datasource.DynamicRoutingDataSource");
            Object routing = type.getConstructor(List.class).newInstance(List.of(master));
            type.getMethod("afterPropertiesSet").invoke(routing);
            return (DataSource) routing;
        }
    },

    /** In transaction mode, before PostgreSQL. */
    PGBOUNCER {
        @Override
        boolean fits(Server server) {
            return server == Server.POSTGRESQL && PgBouncerServer.isInstalled();
        }

        @Override
        DataSource over(Server server, String url) throws Exception {
            return HIKARI.over(server, PgBouncerServer.shared().before(url));
        }
    },

    /** A database that is not sharded. ShardingSphere knows only the tables that are there when it starts. */
    SHARDINGSPHERE {
        @Override
        DataSource over(Server server, String url) throws Exception {
            for (String table : List.of("worker-lease", "segment")) {
                String script = String.format(
                        Locale.ROOT,
                        "org/uidgenerator/jdbc/%s-%s.sql",
                        table,
                        server.name().toLowerCase(Locale.ROOT));
                DatabasePopulatorUtils.execute(
                        new ResourceDatabasePopulator(new ClassPathResource(script)), new DriverManagerDataSource(url));
            }
            Path file = Files.createTempFile("shardingsphere", ".yaml");
            Files.writeString(file, String.format(Locale.ROOT, """
                    dataSources:
                      only:
                        dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                        driverClassName: %s
                        jdbcUrl: %s
                        username: %s
                        password: ""
                    rules:
                      - !SINGLE
                        tables:
                          - "*.*"
                    """, server.driver(), url, server.user()));
            DataSource pool = HIKARI.over(server, "jdbc:shardingsphere:absolutepath:" + file);
            new JdbcTemplate(pool).execute("DELETE FROM SEGMENT"); // its parser takes seconds for the first statement
            return pool;
        }
    },

    /**
     * Connections that join the transaction of Narayana, if there is one. Its pool gives no connection any more after
     * some hundred of MySQL's.
     */
    NARAYANA {
        @Override
        boolean fits(Server server) {
            return server == Server.POSTGRESQL;
        }

        @Override
        DataSource over(Server server, String url) throws Exception {
            Properties settings = new Properties();
            settings.put("XADATASOURCE", bean(server.xaDataSource(), Map.of("url", url)));
            Driver driver = Class.forName("com.arjuna.ats.jdbc.TransactionalDriver")
                    .asSubclass(Driver.class)
                    .getConstructor()
                    .newInstance();
            return new SimpleDriverDataSource(driver, "jdbc:arjuna:" + url, settings); // one pool for each URL
        }
    },

    /** A pool whose connections begin a transaction with their first statement. */
    WITHOUT_AUTO_COMMIT {
        @Override
        DataSource over(Server server, String url) throws Exception {
            return hikari(Map.of("jdbcUrl", url, "autoCommit", "false"));
        }
    },

    /** A pool whose transactions fail rather than see what others have written meanwhile. */
    SERIALIZABLE {
        @Override
        DataSource over(Server server, String url) throws Exception {
            return hikari(Map.of("jdbcUrl", url, "transactionIsolation", "TRANSACTION_SERIALIZABLE"));
        }
    },

    /** What changes the meaning of quotes, bars and backslashes, and what a statement may write and see. */
    MODES {
        @Override
        boolean fits(Server server) {
            return server != Server.POSTGRESQL;
        }

        @Override
        DataSource over(Server server, String url) throws Exception {
            return HIKARI.over(
                    server,
                    url + "&sessionVariables=sql_mode='ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES',"
                            + "sql_safe_updates=1,transaction_isolation='READ-UNCOMMITTED'");
        }
    },

    ORACLE_MODE {
        @Override
        boolean fits(Server server) {
            return server == Server.MARIADB;
        }

        @Override
        DataSource over(Server server, String url) throws Exception {
            return HIKARI.over(server, url + "&sessionVariables=sql_mode='ORACLE'");
        }
    };

    abstract DataSource over(Server server, String url) throws Exception;

    /** Returns whether it is for a server, and on this machine. */
    boolean fits(Server server) {
        return true;
    }

    private static DataSource hikari(Map<String, String> properties) throws ReflectiveOperationException {
        return pool("com.zaxxer.hikari.HikariDataSource", properties);
    }

    private static DataSource pool(String type, Map<String, String> properties) throws ReflectiveOperationException {
        return (DataSource) bean(type, properties);
    }

    private static Object bean(String type, Map<String, String> properties) throws ReflectiveOperationException {
        BeanWrapperImpl bean = new BeanWrapperImpl(Class.forName(type));
        bean.setPropertyValues(properties);
        return bean.getWrappedInstance();
    }
}
