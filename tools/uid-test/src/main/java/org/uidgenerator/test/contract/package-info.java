/**
 * What stores of leases and counters, and assigners of worker ids, promise: JUnit tests for whoever writes one. A test
 * class extends the contract and says where the store is.
 */
@NullMarked
package org.uidgenerator.test.contract;

import org.jspecify.annotations.NullMarked;
