/** Measures what a UID costs, beside the most that the machine can do. */
@NullMarked
package org.uidgenerator.benchmarks;

import org.jspecify.annotations.NullMarked;
