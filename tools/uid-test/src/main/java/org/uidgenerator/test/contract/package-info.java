/**
 * The promises of stores of leases and counters, and of assigners of worker ids, as JUnit tests for their authors. A
 * test class extends the contract and says where the store is.
 */
@NullMarked
package org.uidgenerator.test.contract;

import org.jspecify.annotations.NullMarked;
