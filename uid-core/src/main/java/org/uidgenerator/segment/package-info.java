/** UIDs from counters: numbers of named tags, taken from a store in ranges. */
@NullMarked
package org.uidgenerator.segment;

import org.jspecify.annotations.NullMarked;
