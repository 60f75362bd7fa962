/** Counters in a database that are taken in ranges, on Spring JDBC. */
@NullMarked
package org.uidgenerator.segment.db;

import org.jspecify.annotations.NullMarked;
