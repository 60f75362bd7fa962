package snippets;

import static org.assertj.core.api.Assertions.*;

import com.baomidou.mybatisplus.core.incrementer.*;
import io.lettuce.core.*;
import io.lettuce.core.api.sync.RedisCommands;
import io.opentelemetry.sdk.trace.*;
import jakarta.persistence.Persistence;
import java.net.*;
import java.nio.file.Path;
import java.time.*;
import java.util.*;
import javax.sql.*;
import org.apache.curator.framework.*;
import org.apache.curator.retry.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.*;
import org.springframework.beans.factory.*;
import org.springframework.beans.factory.annotation.*;
import org.springframework.boot.actuate.autoconfigure.tracing.*;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.test.context.*;
import org.springframework.context.annotation.*;
import org.springframework.data.jdbc.core.mapping.*;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.jdbc.core.*;
import org.springframework.stereotype.*;
import org.springframework.transaction.annotation.*;
import org.springframework.web.bind.annotation.*;
import org.uidgenerator.*;
import org.uidgenerator.client.*;
import org.uidgenerator.etcd.*;
import org.uidgenerator.dynamodb.*;
import org.uidgenerator.generator.*;
import org.uidgenerator.jackson.*;
import org.uidgenerator.jdbc.*;
import org.uidgenerator.opentelemetry.*;
import org.uidgenerator.permutation.*;
import org.uidgenerator.persistence.hibernate.UidValueGenerator;
import org.uidgenerator.persistence.jdbc.UidCallback;
import org.uidgenerator.persistence.jooq.*;
import org.uidgenerator.persistence.mongodb.*;
import org.uidgenerator.persistence.mybatis.UidInterceptor;
import org.uidgenerator.persistence.mybatisplus.*;
import org.uidgenerator.persistence.r2dbc.*;
import org.uidgenerator.redis.*;
import org.uidgenerator.segment.*;
import org.uidgenerator.segment.db.*;
import org.uidgenerator.segment.db.number.*;
import org.uidgenerator.shardingsphere.*;
import org.uidgenerator.spring.*;
import org.uidgenerator.spring.boot.*;
import org.uidgenerator.test.*;
import org.uidgenerator.test.contract.*;
import org.uidgenerator.text.*;
import org.uidgenerator.worker.*;
import org.uidgenerator.worker.db.*;
import org.uidgenerator.worker.lease.*;
import org.uidgenerator.worker.lease.store.*;
import org.uidgenerator.zookeeper.*;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the snippets of the pages take from the application around them. Its imports are theirs, too. */
public class Frame {
    protected UidGenerator generator;
    protected UidGenerator uids;
    protected UidLayout layout;
    protected UidLayout newLayout;
    protected LeasedWorkerIds assigner;
    protected WorkerIdAssigner leases;
    protected WorkerLeaseStore store;
    protected SegmentIdGenerator segments;
    protected BusinessNumbers invoices;
    protected CounterFormat format;
    protected GaplessNumbers gapless;

    protected DataSource dataSource;
    protected DataSource dataSourceOfThisDataCenter;
    protected DataSource one;
    protected DataSource two;
    protected DataSource server1;
    protected DataSource server2;
    protected JdbcTemplate jdbc;
    protected RowMapper<Order> mapper;
    protected org.apache.ibatis.session.Configuration configuration;
    protected org.jooq.Configuration jooq;
    protected final Generated ORDERS = new Generated();
    protected final Generated ITEMS = ORDERS;

    protected static class Generated {
        public org.jooq.TableField<org.jooq.Record, Long> ID;
    }

    protected RedisClient redisClient;
    protected CuratorFramework curator;
    protected String url;
    protected RedisCommands<String, String> redis;

    protected long id;
    protected long uid;
    protected long greatestOldId;
    protected long greatestOldUid;
    protected long lowestOldId;
    protected int workerId;
    protected long lastTick;
    protected long rows;
    protected long user;
    protected Instant from;
    protected Instant to;
    protected Instant now;
    protected ZoneId zone;
    protected Invoice invoice;
    protected Orders orders;
    protected List<Row> rowsSortedByTime;

    protected void insert(long first, long last, long step) {}

    protected record Order(long id, String customer) {}

    protected record Item(long id) {}

    protected record Invoice(Instant date, String text) {}

    protected interface Row {
        Instant createdAt();

        void setId(long id);
    }

    /** The stores of a reader. */
    protected abstract static class ConsulLeaseStore implements WorkerLeaseStore {
        public static ConsulLeaseStore on(Object client, String namespace, Duration timeout) {
            throw new UnsupportedOperationException();
        }

        public static ConsulLeaseStore on(String url, String namespace) {
            throw new UnsupportedOperationException();
        }
    }

    protected abstract static class ConsulSegmentStore implements SegmentStore {
        public static ConsulSegmentStore on(String url) {
            throw new UnsupportedOperationException();
        }

        public abstract void startAt(String tag, long first);
    }

    protected static class Orders {
        public Orders(UidGenerator uids) {}

        public Orders(UidGenerator uids, InstantSource clock) {}

        public Order place(String customer) {
            return null;
        }

        /** Finds an order of the type that the snippet declares. */
        public <T> T find(long id) {
            return null;
        }
    }
}
