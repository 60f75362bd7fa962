/** What stores in SQL databases have in common, on Spring JDBC: how databases differ, and when tables are created. */
@NullMarked
package org.uidgenerator.jdbc;

import org.jspecify.annotations.NullMarked;
