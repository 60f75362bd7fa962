/** A database server more than {@code uid-worker-db} has. */
package org.uidgenerator.testing;
