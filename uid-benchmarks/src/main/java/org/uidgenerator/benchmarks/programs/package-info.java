/** What JMH does not measure: a program each, run in a JVM of its own, that prints its result as JSON. */
@NullMarked
package org.uidgenerator.benchmarks.programs;

import org.jspecify.annotations.NullMarked;
