/** Worker ids from a database, on Spring JDBC, for H2, MySQL, MariaDB and PostgreSQL. */
@NullMarked
package org.uidgenerator.worker.db;

import org.jspecify.annotations.NullMarked;
