/**
 * The holding of a worker id: ticks are reserved in its row before they are used, and in its file if there is one,
 * until it is given back or lost. Not for use by others: it may change with any release.
 */
@NullMarked
package org.uidgenerator.internal.lease.hold;

import org.jspecify.annotations.NullMarked;
