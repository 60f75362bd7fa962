/** Counters ({@link org.uidgenerator.segment.SegmentIdGenerator}), as {@code uid.segments.*} describe them. */
@NullMarked
package org.uidgenerator.spring.boot.counters;

import org.jspecify.annotations.NullMarked;
