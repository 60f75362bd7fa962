package org.uidgenerator.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.StaticWorkerIdAssigner;

/** A data source of ShardingSphere over four tables in two databases, whose keys are UIDs. */
@SuppressWarnings("try") // registrations are only closed
class UidKeyGenerateAlgorithmTest {
    private static final AlgorithmSQLContext ID_OF_ORDERS = new AlgorithmSQLContext("logic", "PUBLIC", "orders", "id");

    private static DataSource dataSource;

    private final UidGenerator generator =
            DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(7)).build();

    @BeforeAll
    static void shard() throws Exception {
        try (InputStream yaml = UidKeyGenerateAlgorithmTest.class.getResourceAsStream("sharding.yaml")) {
            dataSource = YamlShardingSphereDataSourceFactory.createDataSource(yaml.readAllBytes());
        }
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, customer VARCHAR(20))");
        }
    }

    @AfterEach
    void close() {
        generator.close();
    }

    @AfterAll
    static void closeDataSource() throws Exception {
        ((AutoCloseable) dataSource).close();
    }

    /** Returns the keys that the driver says it has generated. */
    private static List<Long> insert(String... customers) throws SQLException {
        String insert = "INSERT INTO orders (customer) VALUES (?)" + ", (?)".repeat(customers.length - 1);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(insert, Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < customers.length; i++) {
                statement.setString(i + 1, customers[i]);
            }
            statement.executeUpdate();
            return longs(statement.getGeneratedKeys());
        }
    }

    private static List<Long> stored(String customer) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT id FROM orders WHERE customer = ?")) {
            statement.setString(1, customer);
            return longs(statement.executeQuery());
        }
    }

    private static List<Long> longs(ResultSet rows) throws SQLException {
        List<Long> longs = new ArrayList<>();
        while (rows.next()) {
            longs.add(rows.getLong(1));
        }
        return longs;
    }

    @Test
    void rowsGetUidsOfTheRegisteredGenerator() throws SQLException {
        try (UidKeySources.Registration registration = UidKeySources.register("orders", () -> generator)) {
            List<Long> one = insert("Ada");
            List<Long> several = insert("Grace", "Alan", "Barbara", "Edsger", "Frances");

            assertThat(stored("Ada")).isEqualTo(one);
            assertThat(several).hasSize(5).isSorted().doesNotHaveDuplicates();
            assertThat(stored("Barbara")).containsExactly(several.get(2));
            assertThat(several)
                    .allSatisfy(
                            uid -> assertThat(generator.decode(uid).workerId()).isEqualTo(7))
                    .allMatch(uid -> uid > one.get(0));
        }
    }

    @Test
    void saysThatItsSourceIsNotRegistered() {
        try (UidKeySources.Registration other = UidKeySources.register("payments", () -> generator)) {
            assertThatThrownBy(() -> insert("Ada"))
                    .hasStackTraceContaining("no keys for orders.ID: source must be one of [payments]: source=orders");
        }
    }

    private static UidKeyGenerateAlgorithm algorithm(String... properties) {
        Properties set = new Properties();
        for (int i = 0; i < properties.length; i += 2) {
            set.setProperty(properties[i], properties[i + 1]);
        }
        UidKeyGenerateAlgorithm algorithm = new UidKeyGenerateAlgorithm();
        algorithm.init(set);
        return algorithm;
    }

    @Test
    void needsNoNameWhereThereIsOneSource() {
        try (UidKeySources.Registration only = UidKeySources.register("any", () -> generator)) {
            assertThat(algorithm().generateKeys(ID_OF_ORDERS, 1)).hasSize(1);
            try (UidKeySources.Registration second = UidKeySources.register("other", () -> generator)) {
                assertThatThrownBy(() -> algorithm().generateKeys(ID_OF_ORDERS, 1))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage(
                                "no keys for orders.id: source must be set unless exactly one is registered with UidKeySources: registered=[any, other]");
            }
        }
    }

    @Test
    void takesTheSourceThatWasRegisteredLastUntilItIsClosed() {
        UidKeyGenerateAlgorithm algorithm = algorithm("source", "orders");
        try (UidGenerator later = DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(8))
                        .build();
                UidKeySources.Registration first = UidKeySources.register("orders", () -> generator)) {
            try (UidKeySources.Registration second = UidKeySources.register("orders", () -> later)) {
                assertThat(workerId(algorithm)).isEqualTo(8);
            }
            assertThat(workerId(algorithm)).isEqualTo(7);
        }
    }

    private long workerId(UidKeyGenerateAlgorithm algorithm) {
        return generator
                .decode(algorithm.generateKeys(ID_OF_ORDERS, 1).iterator().next())
                .workerId();
    }

    @Test
    void refusesPropertiesOfOtherKeyGenerators() {
        assertThatThrownBy(() -> algorithm("worker-id", "3"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the key generator UID has the property source only: worker-id=3");
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> UidKeySources.register(null, () -> generator)).hasMessage("name");
        assertThatThrownBy(() -> UidKeySources.register("orders", null)).hasMessage("source");
    }
}
