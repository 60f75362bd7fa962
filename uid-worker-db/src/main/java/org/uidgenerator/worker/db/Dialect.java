package org.uidgenerator.worker.db;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What differs among the supported databases: the scripts that make the tables, which URLs are embedded ones, and how an
 * embedded database is brought to write what it has committed.
 */
enum Dialect {
    /** Takes half a second to write committed rows by itself. */
    H2("H2", "h2", "jdbc:h2:(?!tcp:|ssl:).*", "CHECKPOINT SYNC"),

    /** Also MariaDB when it is reached through the driver of MySQL. */
    MYSQL("MySQL", "mysql"),

    MARIADB("MariaDB", "mariadb"),

    POSTGRESQL("PostgreSQL", "postgresql");

    private final String productName;
    private final String scriptSuffix;
    private final Pattern embeddedUrl;
    private final @Nullable String flushStatement;

    /** Never embedded. */
    Dialect(String productName, String scriptSuffix) {
        this(productName, scriptSuffix, "(?!)", null);
    }

    Dialect(String productName, String scriptSuffix, String embeddedUrl, @Nullable String flushStatement) {
        this.productName = productName;
        this.scriptSuffix = scriptSuffix;
        this.embeddedUrl = Pattern.compile(embeddedUrl);
        this.flushStatement = flushStatement;
    }

    /** Finds the dialect of a product, by the name that its driver reports. */
    static Optional<Dialect> of(String productName) {
        return Arrays.stream(values())
                .filter(dialect -> dialect.productName.equals(productName))
                .findFirst();
    }

    /** Gives the name of the script in {@code sql/}, and in this package, that creates a table such as {@code worker-node}. */
    String script(String table) {
        return String.format(Locale.ROOT, "%s-%s.sql", table, scriptSuffix);
    }

    boolean isEmbedded(String url) {
        return embeddedUrl.matcher(url).matches();
    }

    /** Gives the statement after which what an embedded database has committed is on disk, if it needs one. */
    Optional<String> flushStatement() {
        return Optional.ofNullable(flushStatement);
    }
}
