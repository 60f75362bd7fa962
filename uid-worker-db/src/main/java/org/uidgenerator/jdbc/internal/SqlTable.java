package org.uidgenerator.jdbc.internal;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedRuntimeException;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.uidgenerator.OptionText;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.jdbc.MissingTableException;
import org.uidgenerator.jdbc.SqlDialect;
import org.uidgenerator.jdbc.SqlFailure;
import org.uidgenerator.jdbc.SqlPiece;
import org.uidgenerator.jdbc.TableCreation;

/** A table of a store, which is created on demand. */
public final class SqlTable {
    private static final System.Logger LOG = System.getLogger(SqlDialect.class.getName());

    /**
     * A kind of tables.
     *
     * @param standardName their name in the scripts
     * @param key what tells their rows apart: of two that insert the same row at the same time, one must fail
     * @param others their other columns
     * @param rights those that the database user needs
     * @param nothing what messages about such a table begin with, such as {@code no worker id}
     */
    public record Kind(String standardName, List<String> key, List<String> others, String rights, String nothing) {}

    private final Kind kind;
    private final TableName name;
    private final TableCreation creation;
    private final Database database;
    private final MissingRight missingRight;
    private final Catalogue catalogue;
    private volatile boolean found;

    /** Names a table; it need not exist. */
    public SqlTable(Kind kind, TableName name, TableCreation creation, Database database) {
        this.kind = kind;
        this.name = name;
        this.creation = creation;
        this.database = database;
        missingRight = new MissingRight(database, name.schema());
        catalogue = new Catalogue(database);
    }

    public Database database() {
        return database;
    }

    /** Runs statements, on a new table if there was none and it may be created. */
    public <T> T creatingOnDemand(Supplier<T> statements) {
        if (!found) {
            createUnlessComplete();
        }
        T result;
        try {
            result = statements.get();
        } catch (DataAccessException e) {
            if (!isRefused(e)) {
                throw e;
            }
            createUnlessDenied(e);
            result = statements.get();
        }
        found = true;
        return result;
    }

    /** Runs statements of the caller's transaction, which takes back what they write, on a table that is there. */
    public <T> T inTransactionOfCaller(Supplier<T> statements) {
        if (!found) {
            requireKey();
            requireLasting(this::keepRows);
            catalogue.find(SqlPiece.ENGINE_WITHOUT_ROLLBACK, name).ifPresent(engine -> {
                throw nothing(
                        OptionText.of(
                                "a rollback changes nothing in a table of %s, so numbers would be missing: ALTER TABLE %s ENGINE = InnoDB",
                                engine, name),
                        null);
            });
        }
        T result = statements.get();
        found = true;
        return result;
    }

    private void createUnlessComplete() {
        if (!isListed(name)) {
            createOnDemand("the table is missing;", null);
        } else if (database.read(this::lacksKey)) {
            // H2 shows others a new table before its key, and makes those that create the table wait for that.
            if (mayCreate()) {
                script().ifPresent(this::create);
            }
            database.read(this::requireKey);
        }
        requireLasting(() -> database.read(this::keepRows));
    }

    private Optional<String> keepRows() {
        return catalogue.find(SqlPiece.KEEP_ROWS, name);
    }

    /** Refuses a table that loses its rows, as far as that can be asked: ShardingSphere does not know the catalogue. */
    private void requireLasting(Supplier<Optional<String>> question) {
        Optional<String> clause = Optional.empty();
        try {
            clause = question.get();
        } catch (RuntimeException unanswered) {
            LOG.log(DEBUG, "whether " + name + " keeps its rows is not known", unanswered);
        }
        if (clause.isPresent()) {
            throw nothing(
                    OptionText.of(
                            "the table loses its rows when the database stops or crashes, and ids would be given twice:"
                                    + " ALTER TABLE %s %s",
                            name, clause.get()),
                    null);
        }
    }

    private boolean requireKey() {
        if (lacksKey()) {
            requireColumns(null);
            String columns = String.join(", ", kind.key());
            throw nothing(
                    OptionText.of(
                            "the table needs a primary key or a unique index of %s, or ids could be given twice:"
                                    + " CREATE UNIQUE INDEX %s ON %s (%s)",
                            columns, name.key(), name, columns),
                    null);
        }
        return true;
    }

    private void requireColumns(@Nullable Throwable cause) {
        List<String> columns = new ArrayList<>(kind.key());
        columns.addAll(kind.others());
        List<String> lacking = catalogue.lacking(name, columns);
        if (!lacking.isEmpty()) {
            throw nothing(
                    OptionText.of(
                            "the table lacks the columns %s: if it belongs to something else, set {tableName} to another name",
                            String.join(", ", lacking)),
                    cause);
        }
    }

    private boolean lacksKey() {
        return catalogue.allowsDuplicates(name, kind.key());
    }

    /**
     * Our statements are known to be well-formed, so if one is refused as malformed, the table is missing or the user
     * lacks a right.
     */
    public boolean isRefused(Throwable e) {
        return e instanceof BadSqlGrammarException || database.isWhy(SqlFailure.NO_SUCH_TABLE, e);
    }

    /** If the catalogue does not list all tables, it may be both. */
    private void createUnlessDenied(DataAccessException refused) {
        if (missingRight.isWhy(refused) && listsAllTables()) {
            throw refused;
        }
        createOnDemand(said(refused) + "; if the table is missing,", refused);
    }

    private void createOnDemand(String problem, @Nullable DataAccessException cause) {
        requireColumns(cause);
        Optional<String> other = catalogue.inOtherCase(name);
        if (other.isPresent()) {
            throw nothing(
                    OptionText.of(
                            "there is no such table, but %s, whose name differs in case only: set {tableName}=%s",
                            other.get(), other.get()),
                    cause);
        }
        Optional<String> script = script();
        if (script.isEmpty()) {
            throw nothing(OptionText.of("%s %s", problem, howToCreate()), cause);
        }
        if (!mayCreate()) {
            throw missing(
                    OptionText.of("%s %s", problem, howToCreate()),
                    OptionText.of(" or set {tableCreation}=%s", TableCreation.ALWAYS),
                    cause);
        }
        create(script.get());
        if (!isListed(name)) {
            throw nothing(
                    OptionText.of(
                            "the database has forgotten the table that was just created: use one that outlives its connections, such as jdbc:h2:mem:uids;DB_CLOSE_DELAY=-1"),
                    cause);
        }
        database.read(this::requireKey);
    }

    private boolean mayCreate() {
        return creation == TableCreation.ALWAYS || (creation == TableCreation.EMBEDDED && database.isEmbedded());
    }

    /** Creates the table unless it is there, possibly while others do the same. */
    private void create(String script) {
        String named =
                script.replaceAll("\\b" + kind.standardName() + "\\b", Matcher.quoteReplacement(name.toString()));
        ResourceDatabasePopulator statements =
                new ResourceDatabasePopulator(new ByteArrayResource(named.getBytes(StandardCharsets.UTF_8)));
        statements.setSqlScriptEncoding(StandardCharsets.UTF_8.name());
        try {
            database.define(() -> statements.execute(database.dataSource()));
        } catch (DataAccessException e) {
            // IF NOT EXISTS looks before it leaps, so of two that create at the same time, PostgreSQL may let one fail.
            if (isThere(name)) {
                return;
            }
            if (missingRight.isWhy(e) && !database.isWhy(SqlFailure.NO_SUCH_TABLE, e)) {
                throw missing(
                        OptionText.of(
                                "the table is missing and the database user may not create it: %s; run %s, as a user allowed to create tables",
                                Database.message(e), scriptToRun()),
                        OptionText.plain(""),
                        e);
            }
            throw e;
        }
    }

    private UidGenerateException missing(OptionText byHand, OptionText orOnDemand, @Nullable Throwable cause) {
        return new MissingTableException(why(byHand), orOnDemand, scriptFile().orElse(null), cause);
    }

    /** Returns what creates the table under its standard name, if that is known for the database. */
    public Optional<String> script() {
        SqlDialect dialect = database.dialect();
        Optional<String> file = scriptFile();
        if (file.isEmpty()) {
            return dialect.script(kind.standardName());
        }
        ClassPathResource script = new ClassPathResource(file.get(), SqlDialect.class);
        return script.exists() ? Optional.of(text(script)) : Optional.empty();
    }

    private static String text(ClassPathResource script) {
        try {
            return script.getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what to do if the table is missing. */
    public String howToCreate() {
        return script().isPresent()
                ? "create it with " + scriptToRun()
                : "create it by hand: there is no script for " + database.productName();
    }

    /** Names the script, and says what to change in it if the table has another name. */
    private String scriptToRun() {
        String script = scriptFile()
                .map(file -> "sql/" + file)
                .orElseGet(() -> "the script of the dialect " + database.dialect());
        return database.stored(name.toString()).equals(database.stored(kind.standardName()))
                ? script
                : script + " and the name " + name + " in place of " + kind.standardName();
    }

    /** Returns the script in the jar, unless the dialect was defined with one of its own. */
    private Optional<String> scriptFile() {
        SqlDialect dialect = database.dialect();
        return dialect.script(kind.standardName()).isPresent()
                ? Optional.empty()
                : dialect.scriptName(kind.standardName());
    }

    /**
     * Finds the table of the other kind of worker ids in the same schema.
     *
     * @param standardName its name in the scripts
     * @return its name as it stands in SQL, or empty if it is not there
     * @throws UidGenerateException if it may be there but cannot be read
     */
    public Optional<TableName> beside(String standardName) {
        TableName other = name.beside(standardName);
        try {
            return isThere(other) ? Optional.of(other) : Optional.empty();
        } catch (BadSqlGrammarException | UncategorizedSQLException e) {
            throw new UidGenerateException(
                    OptionText.of(
                            "worker ids of %s cannot be compared with those of %s, if that table is there: %s",
                            this, other, said(e, "SELECT", listsAllTables() ? other : name.beside("*"))),
                    e);
        }
    }

    private boolean isThere(TableName table) {
        try {
            return isListed(table)
                    && database.read(() -> !database.finds("SELECT 1 FROM " + table + " WHERE 1 = 0")); // or it throws
        } catch (DataAccessException e) {
            if (isMissing(table, e)) {
                return false;
            }
            throw e;
        }
    }

    /** Some databases say the same of a table that is missing as of one that the user may not read. */
    private boolean isMissing(TableName table, DataAccessException e) {
        return database.isWhy(SqlFailure.NO_SUCH_TABLE, e) && !(missingRight.isWhy(e) && catalogue.has(table));
    }

    /**
     * Returns whether the catalogue has a table. It is asked first if it lists all tables, because a failed statement
     * is an error in the logs of servers and proxies.
     */
    private boolean isListed(TableName table) {
        Optional<String> query = database.dialect().sql(SqlPiece.TABLE_LOOKUP);
        return query.isPresent()
                ? database.read(() -> database.finds(query.get(), table.toString()))
                : !catalogue.isComplete(table) || catalogue.has(table);
    }

    /** If it does not, a right cannot be granted on a table that may be missing, but only on the schema. */
    private boolean listsAllTables() {
        return database.dialect().sql(SqlPiece.TABLE_LOOKUP).isPresent();
    }

    /** Returns what to throw if the table gives nothing. */
    public UidGenerateException nothing(NestedRuntimeException e) {
        return nothing(OptionText.plain(said(e)), e);
    }

    private UidGenerateException nothing(OptionText why, @Nullable Throwable cause) {
        return new UidGenerateException(why(why), cause);
    }

    private OptionText why(OptionText why) {
        return OptionText.of("%s from %s: %s", kind.nothing(), name, why);
    }

    /** Returns what the database said, and what to run if the database user lacks a right. */
    public String said(NestedRuntimeException e) {
        return said(e, kind.rights(), name);
    }

    private String said(NestedRuntimeException e, String rights, TableName table) {
        String message = Database.message(e);
        return missingRight.isWhy(e) ? message + "; " + missingRight.remedy(e, rights, table.toString()) : message;
    }

    /**
     * Returns the store identity that a row holds.
     *
     * @param row a condition that finds the row
     * @throws UidGenerateException if the row was edited
     */
    public StoreIdentity identity(String row, String name, long number, String layout, String maker, Instant made) {
        try {
            return StoreIdentity.of(name, number, layout, maker, made);
        } catch (IllegalArgumentException e) {
            throw new UidGenerateException(
                    OptionText.of(
                            "the row of %s WHERE %s is no store identity: %s; restore it, or delete it with all other rows",
                            this, row, e.getMessage()),
                    e);
        }
    }

    /** Returns the name as it stands in SQL, with its schema if there is one. */
    @Override
    public String toString() {
        return name.toString();
    }
}
