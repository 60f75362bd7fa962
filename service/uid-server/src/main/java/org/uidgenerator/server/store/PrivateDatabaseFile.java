package org.uidgenerator.server.store;

import static java.lang.System.Logger.Level.WARNING;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;

/**
 * Keeps the file of an H2 database from other accounts of the machine. H2 makes it readable by all of them, and its
 * password protects nothing from those who read the file. Makes file and folder before H2 does, so that they are never
 * open to others; a folder that exists is left as it is.
 */
@Component
final class PrivateDatabaseFile implements BeanPostProcessor {
    private static final System.Logger LOG = System.getLogger(PrivateDatabaseFile.class.getName());

    /** Names of two letters and more are other kinds of databases; one letter is a drive. */
    private static final Pattern URL = Pattern.compile("jdbc:h2:(?:file:)?(?![A-Za-z]{2,}:)([^;]+).*");

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool
                && FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            file(pool.getJdbcUrl()).ifPresent(PrivateDatabaseFile::protect);
        }
        return bean;
    }

    /** Returns the file of a database, or empty if it has none here. */
    static Optional<Path> file(@Nullable String url) {
        Matcher matcher = URL.matcher(url == null ? "" : url);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String path = matcher.group(1);
        String expanded = path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path;
        return Optional.of(Path.of(expanded + ".mv.db").toAbsolutePath().normalize());
    }

    private static void protect(Path file) {
        try {
            if (Files.exists(file)) {
                Set<PosixFilePermission> permissions = EnumSet.copyOf(FILE);
                permissions.retainAll(Files.getPosixFilePermissions(file));
                Files.setPosixFilePermissions(file, permissions);
            } else {
                Files.createDirectories(file.getParent(), PosixFilePermissions.asFileAttribute(FOLDER));
                Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
            }
        } catch (IOException e) {
            LOG.log(WARNING, "other accounts may read the database in {0}: {1}", file, e);
        }
    }
}
