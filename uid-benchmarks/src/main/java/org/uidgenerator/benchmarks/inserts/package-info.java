/** Rows with keys of several kinds, inserted into real databases. */
@NullMarked
package org.uidgenerator.benchmarks.inserts;

import org.jspecify.annotations.NullMarked;
