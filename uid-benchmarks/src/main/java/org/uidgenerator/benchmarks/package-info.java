/** What a UID costs, beside what the machine can do at best. */
@NullMarked
package org.uidgenerator.benchmarks;

import org.jspecify.annotations.NullMarked;
