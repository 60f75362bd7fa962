/** Where worker ids and counters may be kept. */
@NullMarked
package org.uidgenerator.server.store;

import org.jspecify.annotations.NullMarked;
