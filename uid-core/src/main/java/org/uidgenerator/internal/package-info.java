/** What modules of this library share among themselves. Not for use by others: it may change with any release. */
@NullMarked
package org.uidgenerator.internal;

import org.jspecify.annotations.NullMarked;
