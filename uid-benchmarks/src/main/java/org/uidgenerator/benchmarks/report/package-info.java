/** From results to ratios, tables and pictures. */
@NullMarked
package org.uidgenerator.benchmarks.report;

import org.jspecify.annotations.NullMarked;
