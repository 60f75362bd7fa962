/** What is measured: our generators, their peers and the limits of the machine, behind one interface. */
@NullMarked
package org.uidgenerator.benchmarks.contestants;

import org.jspecify.annotations.NullMarked;
