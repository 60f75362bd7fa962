/** Worker ids that are leased from a store. */
@NullMarked
package org.uidgenerator.worker.lease;

import org.jspecify.annotations.NullMarked;
