/** Worker ids from a database, on Spring JDBC. */
@NullMarked
package org.uidgenerator.worker.db;

import org.jspecify.annotations.NullMarked;
