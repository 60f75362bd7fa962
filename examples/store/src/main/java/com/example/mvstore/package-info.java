/** Leases and counters in a file of H2's MVStore, as an application would write them. */
@NullMarked
package com.example.mvstore;

import org.jspecify.annotations.NullMarked;
