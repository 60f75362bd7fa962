/** The databases that may keep worker ids and counters. */
@NullMarked
package org.uidgenerator.server.store;

import org.jspecify.annotations.NullMarked;
