/** The id service under load, beside the least that HTTP costs and the counters of stores. */
@NullMarked
package org.uidgenerator.benchmarks.service;

import org.jspecify.annotations.NullMarked;
