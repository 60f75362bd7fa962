package org.uidgenerator.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlDialectTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"jdbc:h2:mem:uid", "jdbc:h2:~/uid", "jdbc:h2:./uid", "jdbc:h2:file:/var/uid", "jdbc:h2:nio:~/uid"
            })
    void takesH2InThisProcessForEmbedded(String url) {
        assertThat(SqlDialect.H2.isEmbedded(url)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:tcp://db/~/uid", "jdbc:h2:ssl://db/~/uid"})
    void takesH2OnAServerForAServer(String url) {
        assertThat(SqlDialect.H2.isEmbedded(url)).isFalse();
    }

    @Test
    void takesTheOthersForServers() {
        assertThat(SqlDialect.MYSQL.isEmbedded("jdbc:mysql://localhost/uid")).isFalse();
        assertThat(SqlDialect.MARIADB.isEmbedded("jdbc:mariadb://localhost/uid"))
                .isFalse();
        assertThat(SqlDialect.POSTGRESQL.isEmbedded("jdbc:postgresql://localhost/uid"))
                .isFalse();
        assertThat(SqlDialect.standard("Firebird").isEmbedded("jdbc:firebird:embedded:uid"))
                .isFalse();
    }

    @Test
    void findsADialectByTheNameThatTheDriverReports() {
        assertThat(SqlDialect.of("MariaDB")).contains(SqlDialect.MARIADB);
        assertThat(SqlDialect.of("Firebird")).isEmpty();
        assertThat(SqlDialect.H2).hasToString("H2");
    }

    /** What the documentation of each product says of a table that is missing. */
    @ParameterizedTest
    @CsvSource({
        "42S02, 0",
        "42P01, 0",
        "42501, -5501",
        "S0002, 208",
        "42704, -204",
        "42X05, 30000",
        "42000, 942",
    })
    void knowsWhatUnprovedDatabasesSayOfATableThatIsMissing(String state, int code) {
        SQLException said = new SQLException("said", state, code);

        assertThat(SqlDialect.standard("Any").isWhy(SqlFailure.NO_SUCH_TABLE, new RuntimeException(said)))
                .isTrue();
        assertThat(SqlDialect.standard("Any").isWhy(SqlFailure.LOCK_TIMEOUT, said))
                .isFalse();
    }

    @Test
    void takesSyntaxErrorsForNothingElse() {
        SQLException syntax = new SQLException("ORA-00933", "42000", 933);

        for (SqlFailure failure : SqlFailure.values()) {
            assertThat(SqlDialect.standard("Oracle").isWhy(failure, syntax)).isFalse();
        }
    }

    @Test
    void derivesTheDialectOfASimilarProduct() {
        SqlDialect derived = SqlDialect.POSTGRESQL.toBuilder("openGauss")
                .failure(SqlFailure.LOCK_TIMEOUT, "YY002")
                .build();

        assertThat(derived.productName()).isEqualTo("openGauss");
        assertThat(derived.scriptName("WORKER_LEASE")).contains("worker-lease-postgresql.sql");
        assertThat(derived.isWhy(SqlFailure.LOCK_TIMEOUT, new SQLException("said", "YY002")))
                .isTrue();
        assertThat(derived.isWhy(SqlFailure.LOCK_TIMEOUT, new SQLException("said", "55P03")))
                .isTrue();
        assertThat(SqlDialect.POSTGRESQL.isWhy(SqlFailure.LOCK_TIMEOUT, new SQLException("said", "YY002")))
                .isFalse();
    }

    @Test
    void derivesWhatAUserHasSaidOfAProduct() {
        SqlDialect said = SqlDialect.builder("Acme SQL")
                .script("SEGMENT", "CREATE TABLE SEGMENT")
                .sql(SqlPiece.EPOCH_SECONDS, "EPOCH({moment})")
                .sql(SqlPiece.NOW, "SELECT NOW")
                .sql(SqlPiece.SET, "SET PATIENCE 2")
                .sql(SqlPiece.SET_BACK, "SET PATIENCE DEFAULT")
                .sql(SqlPiece.TABLE_LOOKUP, "SELECT 1 FROM TABLES WHERE NAME = ?")
                .sql(SqlPiece.GRANTEE, "SELECT ME")
                .sql(SqlPiece.SCHEMA_RIGHT, "USAGE")
                .sql(SqlPiece.EMBEDDED_URL, "jdbc:acme:mem:.*")
                .sql(SqlPiece.FLUSH, "FLUSH")
                .sql(SqlPiece.UPSERT, "MERGE INTO {table} VALUES (?, {step})")
                .sql(SqlPiece.FOR_UPDATE, "FOR UPDATE")
                .sql(SqlPiece.IF_ABSENT, "OR NOTHING")
                .failure(SqlFailure.LOCK_TIMEOUT, 7)
                .build();

        SqlDialect derived = said.toBuilder("Acme SQL 2").build();

        assertThat(derived.script("SEGMENT")).contains("CREATE TABLE SEGMENT");
        assertThat(derived.moment("MODIFIED")).contains("EPOCH(MODIFIED)");
        assertThat(derived.sql(SqlPiece.NOW)).contains("SELECT NOW");
        assertThat(derived.sql(SqlPiece.SET)).contains("SET PATIENCE 2");
        assertThat(derived.sql(SqlPiece.SET_BACK)).contains("SET PATIENCE DEFAULT");
        assertThat(derived.sql(SqlPiece.TABLE_LOOKUP)).contains("SELECT 1 FROM TABLES WHERE NAME = ?");
        assertThat(derived.sql(SqlPiece.GRANTEE)).contains("SELECT ME");
        assertThat(derived.sql(SqlPiece.SCHEMA_RIGHT)).contains("USAGE");
        assertThat(derived.isEmbedded("jdbc:acme:mem:it")).isTrue();
        assertThat(derived.sql(SqlPiece.FLUSH)).contains("FLUSH");
        assertThat(derived.upsert("T", 1)).contains("MERGE INTO T VALUES (?, 1)");
        assertThat(derived.sql(SqlPiece.FOR_UPDATE)).contains("FOR UPDATE");
        assertThat(derived.insertIfAbsent("INSERT")).isEqualTo("INSERT OR NOTHING");
        assertThat(derived.isWhy(SqlFailure.LOCK_TIMEOUT, new SQLException("said", "", 7)))
                .isTrue();
    }

    @Test
    void goesBackToTheDefaultsThatASimilarProductHasNot() {
        SqlDialect derived = SqlDialect.MYSQL.toBuilder("Acme SQL")
                .sql(SqlPiece.EPOCH_SECONDS, null)
                .sql(SqlPiece.NOW, null)
                .sql(SqlPiece.GRANTEE, null)
                .sql(SqlPiece.SET, null)
                .sql(SqlPiece.EMBEDDED_URL, null)
                .build();

        assertThat(derived.moment("MODIFIED")).isEqualTo("MODIFIED");
        assertThat(derived.sql(SqlPiece.NOW)).contains("VALUES (CURRENT_TIMESTAMP)");
        assertThat(derived.sql(SqlPiece.GRANTEE)).contains("VALUES (CURRENT_USER)");
        assertThat(derived.sql(SqlPiece.SET)).isEmpty();
        assertThat(derived.isEmbedded("jdbc:acme:mem:it")).isFalse();
    }

    @Test
    void refusesAUrlThatIsNoRegularExpression() {
        SqlDialect.Builder builder = SqlDialect.builder("Any");
        assertThatThrownBy(() -> builder.sql(SqlPiece.EMBEDDED_URL, "jdbc:acme:("))
                .isInstanceOf(PatternSyntaxException.class);
    }

    @Test
    void refusesNullsByName() {
        assertThatThrownBy(() -> SqlDialect.builder(null)).hasMessage("productName");
        assertThatThrownBy(() -> SqlDialect.of(null)).hasMessage("productName");
        SqlDialect.Builder builder = SqlDialect.builder("Any");
        assertThatThrownBy(() -> builder.script(null, "")).hasMessage("table");
        assertThatThrownBy(() -> builder.script("SEGMENT", null)).hasMessage("script");
        assertThatThrownBy(() -> builder.sql(null, "")).hasMessage("piece");
        assertThatThrownBy(() -> builder.failure(null, 1)).hasMessage("failure");
        assertThatThrownBy(() -> builder.failure(null, "42S02")).hasMessage("failure");
    }
}
