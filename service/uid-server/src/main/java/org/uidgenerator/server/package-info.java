/** The id service: UIDs, ranges of them and counters over HTTP. */
@NullMarked
package org.uidgenerator.server;

import org.jspecify.annotations.NullMarked;
