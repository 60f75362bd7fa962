/** Counters in a database that are taken in ranges, on Spring JDBC, for H2, MySQL, MariaDB and PostgreSQL. */
@NullMarked
package org.uidgenerator.segment.db;

import org.jspecify.annotations.NullMarked;
