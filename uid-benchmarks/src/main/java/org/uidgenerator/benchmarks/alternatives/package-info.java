/** Designs that lost against the one in uid-core, kept runnable beside the benchmark that decided. */
@NullMarked
package org.uidgenerator.benchmarks.alternatives;

import org.jspecify.annotations.NullMarked;
