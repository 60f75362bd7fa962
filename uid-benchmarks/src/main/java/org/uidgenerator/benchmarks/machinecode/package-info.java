/** The machine code that contestants become in a loop around them. */
@NullMarked
package org.uidgenerator.benchmarks.machinecode;

import org.jspecify.annotations.NullMarked;
