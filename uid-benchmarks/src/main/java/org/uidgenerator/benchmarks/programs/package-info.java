/**
 * The figures that JMH does not measure. They are programs, each of which runs in a JVM of its own and prints itself as
 * JSON.
 */
@NullMarked
package org.uidgenerator.benchmarks.programs;

import org.jspecify.annotations.NullMarked;
