/**
 * The file of a lease, from which a process continues it without the store. Not for use by others: it may change with
 * any release.
 */
@NullMarked
package org.uidgenerator.internal.lease.file;

import org.jspecify.annotations.NullMarked;
