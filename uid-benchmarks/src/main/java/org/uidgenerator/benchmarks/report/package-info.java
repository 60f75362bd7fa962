/** From results to ratios, tables and charts. */
@NullMarked
package org.uidgenerator.benchmarks.report;

import org.jspecify.annotations.NullMarked;
